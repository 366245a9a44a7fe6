import type { Tx } from '#server/db/database.ts'
import type { EventPayloads, NewEvent } from '#server/events/event.ts'
import { isClosedStatus, type BugStatus } from '#shared/bugs/words.ts'
import { addProductLine } from './line-store.ts'

/**
 * Says in the conversations that a bug came from when it is closed and when it is opened again. Part of the transaction
 * that changes the bug, so that no news is lost and none is wrong.
 */
export async function tellBugNews(tx: Tx, event: NewEvent): Promise<void> {
  if (event.type !== 'bug-status-changed') return
  const { from, to } = event.payload as EventPayloads['bug-status-changed']
  const isClosed = isClosedStatus(to as BugStatus)
  if (isClosedStatus(from as BugStatus) === isClosed) return
  const conversations = await tx
    .selectFrom('conversation_bugs')
    .innerJoin('bugs', 'bugs.id', 'bug_id')
    .select(['conversation_id', 'bugs.title'])
    .where('bug_id', '=', event.subjectId)
    .orderBy('conversation_id')
    .execute()
  const became = isClosed ? (to === 'Resolved' ? 'has been resolved' : 'has been closed') : 'has been opened again'
  for (const { conversation_id: id, title } of conversations) {
    await addProductLine(tx, id, `Bug ${event.subjectId.slice(-8)}, “${title}”, ${became}.`)
  }
}
