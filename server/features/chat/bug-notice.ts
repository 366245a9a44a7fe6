import type { Prepared, Tx } from '#server/db/database.ts'
import type { EventPayloads, LinkChange, NewEvent } from '#server/events/event.ts'
import { mergedTree } from '#server/features/following/public.ts'
import { isClosedStatus, type BugStatus } from '#shared/bugs/words.ts'
import { addChatNotice } from './message-store.ts'

/**
 * Adds a chat notice to the conversations that a bug came from when the bug is closed or opened again. For a bug that
 * was merged into another, the status of that one counts; the visitor need not know which one it is. It runs in the
 * transaction that changes the bug, so that no notice is lost or wrong.
 */
export async function addBugNotice(tx: Tx, event: NewEvent): Promise<void> {
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
    await addChatNotice(tx, id, `Bug ${bugId.slice(-8)}, “${title}”, ${became}.`)
  }
}

/**
 * Selects the conversations that a bug, or one merged into it, came from, in the order in which every caller locks
 * them.
 */
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

/** Returns how an event changes the status that counts for its bug; undefined when it does not. */
async function statusChange(tx: Tx, { type, subjectId, payload }: NewEvent): Promise<StatusChange | undefined> {
  if (type === 'bug-status-changed') {
    const change = payload as StatusChange
    return (await bugOf(tx, subjectId)).isMerged ? undefined : change
  }
  const change = mergeChangeOf(type, payload)
  if (!change?.merged) return undefined
  const bug = await bugOf(tx, subjectId)
  const { merged, link = { from: bug.original, to: bug.original }, status = { from: bug.status } } = change
  return {
    from: merged.from && link.from !== null ? await lastStatus(tx, link.from) : (status.from as BugStatus),
    to: merged.to && link.to !== null ? await lastStatus(tx, link.to) : bug.status,
  }
}

/** Returns what an event changes about a merge, with the link and the status if it changed them. */
function mergeChangeOf(type: NewEvent['type'], payload: NewEvent['payload']) {
  if (type === 'bug-merged' || type === 'bug-classified') {
    const { merged, duplicateOf: link, status } = payload as Partial<EventPayloads['bug-merged']>
    return { merged, link, status }
  }
  if (type !== 'bug-duplicate-linked') return undefined
  const { merged, ...link } = payload as LinkChange & Pick<EventPayloads['bug-duplicate-linked'], 'merged'>
  return { merged, link, status: undefined }
}

/** Returns a bug that is known to exist. */
function bugOf(tx: Tx, id: string): Promise<{ status: BugStatus; isMerged: boolean; original: string | null }> {
  return tx
    .selectFrom('bugs')
    .select(['status', 'is_merged as isMerged', 'duplicate_of as original'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Returns the status of the last original that a bug was merged into. */
async function lastStatus(tx: Tx, id: string): Promise<BugStatus> {
  const { status, isMerged, original } = await bugOf(tx, id)
  return isMerged && original !== null ? lastStatus(tx, original) : status
}
