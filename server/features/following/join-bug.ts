import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { type LockedBug, lockBug, lockOriginalOf } from '#server/features/bugs/public.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { joinBug as endpoint, leaveBug as leaveEndpoint } from '#shared/following/contract.ts'
import { recountAffected } from './affected-people.ts'
import { autoFollow } from './auto-follow.ts'
import { affectedOfTree, mergedTree } from './merged-tree.ts'

/** Stores a comment of the actor. */
export type Say = (tx: Tx, actor: Actor, bugId: string, message: string) => Promise<string>

/**
 * Records that a bug affects the caller too; for a duplicate, its original, or of its originals the last that they may
 * see. The reporter is counted already, so for them only the note is stored.
 * @param say stores the note as a comment
 * @returns the id of the bug that was joined
 * @throws AppError not-found
 */
export async function joinBug(call: Call<typeof endpoint>, tx: Tx, say: Say): Promise<string> {
  const { actor, params, body, idempotencyKey: key } = call
  const request = { userId: actor.userId, act: `join ${params.bugId}`, key, body }
  return oncePerKey(tx, request, async () => {
    const bug = await lockOriginal(tx, actor, params.bugId)
    await autoFollow(tx, bug.id, [actor.userId])
    if (bug.createdBy !== actor.userId && !(await decisionOf(tx, bug.id, actor.userId))?.is_joined) {
      const counted = await lockMergedInto(tx, bug)
      await decide(tx, actor, bug, true)
      await recountAffected(tx, counted)
    }
    if (body.note?.trim()) await say(tx, actor, bug.id, body.note)
    return bug.id
  })
}

/**
 * Records that a bug does not affect the caller any more, including what they said of a bug that was merged into it.
 * The reporter stays counted.
 * @throws AppError not-found
 */
export async function leaveBug({ actor, params }: Call<typeof leaveEndpoint>, tx: Tx): Promise<void> {
  const bug = await lockBug(tx, actor, params.bugId)
  if (bug.createdBy !== actor.userId && (await isAffected(tx, bug.id, actor.userId))) {
    const counted = await lockMergedInto(tx, bug)
    await decide(tx, actor, bug, false)
    await recountAffected(tx, counted)
  }
}

/** Locks the last original of a bug that the actor may see: the bug itself when it is no duplicate. */
async function lockOriginal(tx: Tx, actor: Actor, bugId: string): Promise<LockedBug> {
  let bug = await lockBug(tx, actor, (await originalOf(tx, actor, bugId)) ?? bugId)
  // It may have become a duplicate meanwhile. Its lock is kept, in the order in which all callers lock several bugs.
  while (bug.duplicateOf !== null) {
    const next = await originalOf(tx, actor, bug.id)
    if (next === undefined || next === bug.id) break
    bug = await lockBug(tx, actor, next)
  }
  return bug
}

/** Returns the end of a bug's chain of originals as the actor sees it now; undefined when there is no such bug. */
async function originalOf(tx: Tx, actor: Actor, bugId: string): Promise<string | undefined> {
  const values = [bugId, ...sightValues(actor)]
  const [row] = isRecordId(bugId) ? await tx.prepared<{ id: string }>(lastOriginal, values) : []
  return row?.id
}

const lastOriginal: Prepared = {
  name: 'last-original',
  text: `with recursive chain (id, next, place) as (
      select b.id, b.duplicate_of, 1 from bugs b where b.id = $1 and ${seen('b', 2)}
      union all
      select b.id, b.duplicate_of, c.place + 1 from chain c join bugs b on b.id = c.next where ${seen('b', 2)}
    ) select id from chain order by place desc limit 1`,
}

/** Locks what a locked bug was merged into, and so on. @returns the ids of all of them, the bug's own first */
async function lockMergedInto(tx: Tx, bug: LockedBug): Promise<string[]> {
  const ids = [bug.id]
  for (let last = bug; last.isMerged && last.duplicateOf !== null; ids.push(last.id)) {
    last = await lockOriginalOf(tx, last)
  }
  return ids
}

function decisionOf(tx: Tx, bugId: string, userId: string): Promise<{ is_joined: boolean } | undefined> {
  return tx
    .selectFrom('bug_joins')
    .select('is_joined')
    .where('bug_id', '=', bugId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

async function decide(tx: Tx, actor: Actor, bug: LockedBug, isJoined: boolean): Promise<void> {
  const decision = { is_joined: isJoined, since: new Date() }
  await tx
    .insertInto('bug_joins')
    .values({ bug_id: bug.id, user_id: actor.userId, ...decision })
    .onConflict((conflict) => conflict.columns(['bug_id', 'user_id']).doUpdateSet(decision))
    .execute()
  await recordEvent(tx, {
    type: isJoined ? 'bug-joined' : 'bug-left',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { userId: actor.userId, on: decision.since.toISOString() },
  })
}

/** Returns whether a bug affects somebody, or one that was merged into it does. */
export async function isAffected(tx: Tx, bugId: string, userId: string): Promise<boolean> {
  const [row] = await tx.prepared<{ affected: boolean }>(affects, [bugId, userId])
  return row?.affected === true
}

const affects = {
  name: 'is-affected',
  text: `${mergedTree('$1')} select exists (select from (${affectedOfTree}) as people where user_id = $2) as affected`,
}
