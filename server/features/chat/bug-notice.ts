import type { Prepared, Tx } from '#server/db/database.ts'
import type { EventPayloads, LinkChange, NewEvent } from '#server/events/event.ts'
import { keyText } from '#server/features/bugs/public.ts'
import { mergedTree, oneOfTree } from '#server/features/following/public.ts'
import { isClosedStatus, type BugStatus } from '#shared/bugs/words.ts'
import { addChatNotice } from './message-store.ts'

/**
 * Adds a chat notice to the conversations that a bug came from when the bug is closed or opened again. For a bug that
 * was merged into another, the status of that one counts; the visitor need not know which one it is. Of a bug that not
 * everybody with canViewData may see there is none: its visitor and all of staff would read it. It runs in the transaction
 * that changes the bug, so that no notice is lost or wrong.
 */
export async function addBugNotice(tx: Tx, event: NewEvent): Promise<void> {
  const status = await statusChange(tx, event)
  if (!status || isClosedStatus(status.from) === isClosedStatus(status.to)) return
  const conversations = await tx.prepared<NamedBug & { conversation_id: string }>(talkedOf, [event.subjectId])
  const isClosed = isClosedStatus(status.to)
  const became = isClosed
    ? status.to === 'Resolved'
      ? 'has been resolved'
      : 'has been closed'
    : 'has been opened again'
  for (const { conversation_id: id, ...bug } of conversations) {
    await addChatNotice(tx, id, `Bug ${bug.key}, “${bug.title}”, ${became}.`)
  }
}

/** A bug as a conversation may name it. */
interface NamedBug {
  readonly key: string
  readonly title: string
}

/** Names a bug `b` of the product `p`. */
const nameOfBug = `${keyText('p', 'b')} as key, b.title`

/** Everybody with canViewData may see a bug `b` of the product `p`. */
const isOpenToAll = `not b.is_private and p.is_open`

const namedBug: Prepared = {
  name: 'bug-for-notice',
  text: `select ${nameOfBug} from bugs b join products p on p.number = b.product_number where b.id = $1 and ${isOpenToAll}`,
}

/** Adds a chat notice that a bug was reported from a conversation, where everybody with canViewData may see the bug. */
export async function addReportNotice(tx: Tx, conversationId: string, bugId: string): Promise<void> {
  const [bug] = await tx.prepared<NamedBug>(namedBug, [bugId])
  if (bug) await addChatNotice(tx, conversationId, `This was reported as bug ${bug.key}: “${bug.title}”.`)
}

/**
 * Selects the conversations that a bug, or one merged into it, came from, in the order in which every caller locks
 * them.
 */
const talkedOf: Prepared = {
  name: 'conversations-of-merged-bugs',
  text: `${mergedTree('$1')}
    select c.conversation_id, ${nameOfBug} from tree t join conversation_bugs c on c.bug_id = t.id
      join bugs b on b.id = t.id join products p on p.number = b.product_number
      where ${isOpenToAll} order by c.conversation_id, b.id`,
}

/**
 * Locks the conversations that may get notices of several bugs, in the order in which every caller locks them. Belongs after the
 * locks of the bugs and the totals.
 */
export async function lockConversationsOf(tx: Tx, bugIds: readonly string[]): Promise<void> {
  await tx.prepared(lockTalkedOf, [bugIds])
}

const lockTalkedOf: Prepared = {
  name: 'lock-conversations-of-bugs',
  text: `select c.id from conversations c where c.id = any(array(
      select talked.conversation_id from unnest($1::text[]) as changed (id) cross join lateral (
        ${mergedTree('changed.id')} select cb.conversation_id from conversation_bugs cb where cb.bug_id = ${oneOfTree}
      ) as talked
    )) order by c.id for no key update`,
}

interface StatusChange {
  readonly from: BugStatus
  readonly to: BugStatus
}

/** Returns how an event changes the status that counts for its bug; undefined when it does not. */
async function statusChange(tx: Tx, { type, subjectId, payload }: NewEvent): Promise<StatusChange | undefined> {
  if (type === 'bug-status-changed') {
    const change = payload as StatusChange
    // Most changes are none that a visitor hears of.
    if (isClosedStatus(change.from) === isClosedStatus(change.to)) return undefined
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

/** Returns a bug that is known to exist. Sees every bug: a notice tells of nothing but open and closed. */
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
