import type { Actor } from '#server/access/actor.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'

const add: Prepared = {
  name: 'add-reader',
  text: 'insert into bug_readers (bug_id, user_id) values ($1, $2) on conflict do nothing returning user_id',
}
const remove: Prepared = {
  name: 'remove-reader',
  text: 'delete from bug_readers where bug_id = $1 and user_id = $2 returning user_id',
}

/** Lets a person see a bug while it is private. The caller has locked it. @returns whether that is new */
export async function letIn(tx: Tx, actor: Actor, bugId: string, userId: string): Promise<boolean> {
  const added = await tx.prepared(add, [bugId, userId])
  if (added.length === 0) return false
  await recordEvent(tx, { type: 'bug-reader-added', subjectId: bugId, actorId: actor.userId, payload: { userId } })
  return true
}

/** Takes back that a person was let in. The caller has locked the bug. */
export async function shutOut(tx: Tx, actor: Actor, bugId: string, userId: string): Promise<void> {
  const removed = await tx.prepared(remove, [bugId, userId])
  if (removed.length === 0) return
  await recordEvent(tx, { type: 'bug-reader-removed', subjectId: bugId, actorId: actor.userId, payload: { userId } })
}
