import type { Prepared, Tx } from '#server/db/database.ts'
import type { EventPayloads, LinkChange, NewEvent } from '#server/events/event.ts'
import { mergedTree } from '#server/features/following/public.ts'
import { isClosedStatus, type BugStatus } from '#shared/bugs/words.ts'
import { addProductLine } from './line-store.ts'

/**
 * Says in the conversations that a bug came from when it is closed and when it is opened again. A bug that was merged
 * into another is dealt with there, so what counts is the other's status; which one it is, the visitor need not know.
 * Part of the transaction that changes the bug, so that no news is lost and none is wrong.
 */
export async function tellBugNews(tx: Tx, event: NewEvent): Promise<void> {
  const status = await statusChange(tx, event)
  if (!status || isClosedStatus(status.from) === isClosedStatus(status.to)) return
  const conversations = await tx.prepared<{ conversation_id: string; bug_id: string; title: string }>(talkedOf, [
    event.subjectId,
  ])
  const isClosed = isClosedStatus(status.to)
  const became = isClosed
    ? status.to === 'Resolved'
      ? 'has been resolved'
      : 'has been closed'
    : 'has been opened again'
  for (const { conversation_id: id, bug_id: bugId, title } of conversations) {
    await addProductLine(tx, id, `Bug ${bugId.slice(-8)}, “${title}”, ${became}.`)
  }
}

/** The conversations that a bug, or one that was merged into it, came from. In the order in which all lock them. */
const talkedOf: Prepared = {
  name: 'conversations-of-merged-bugs',
  text: `${mergedTree('$1')}
    select c.conversation_id, b.id as bug_id, b.title from tree t join conversation_bugs c on c.bug_id = t.id
      join bugs b on b.id = t.id order by c.conversation_id, b.id`,
}

interface StatusChange {
  readonly from: BugStatus
  readonly to: BugStatus
}

/** How an event changes the status that counts for its bug; undefined when it does not. */
async function statusChange(tx: Tx, { type, subjectId, payload }: NewEvent): Promise<StatusChange | undefined> {
  if (type === 'bug-status-changed') {
    const change = payload as StatusChange
    return (await bugOf(tx, subjectId)).isMerged ? undefined : change
  }
  const verdict = verdictOf(type, payload)
  if (!verdict?.merged) return undefined
  const bug = await bugOf(tx, subjectId)
  const { merged, link = { from: bug.original, to: bug.original }, status = { from: bug.status } } = verdict
  return {
    from: merged.from && link.from !== null ? await lastStatus(tx, link.from) : (status.from as BugStatus),
    to: merged.to && link.to !== null ? await lastStatus(tx, link.to) : bug.status,
  }
}

/** What an event says of merging, with the link and the status where it changed them. */
function verdictOf(type: NewEvent['type'], payload: NewEvent['payload']) {
  if (type === 'bug-merged' || type === 'bug-classified') {
    const { merged, duplicateOf: link, status } = payload as Partial<EventPayloads['bug-merged']>
    return { merged, link, status }
  }
  if (type !== 'bug-duplicate-linked') return undefined
  const { merged, ...link } = payload as LinkChange & Pick<EventPayloads['bug-duplicate-linked'], 'merged'>
  return { merged, link, status: undefined }
}

/** A bug that is there. */
function bugOf(tx: Tx, id: string): Promise<{ status: BugStatus; isMerged: boolean; original: string | null }> {
  return tx
    .selectFrom('bugs')
    .select(['status', 'is_merged as isMerged', 'duplicate_of as original'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The status of what a bug was merged into in the end. */
async function lastStatus(tx: Tx, id: string): Promise<BugStatus> {
  const { status, isMerged, original } = await bugOf(tx, id)
  return isMerged && original !== null ? lastStatus(tx, original) : status
}
