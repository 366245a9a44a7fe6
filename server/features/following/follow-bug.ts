import type { Tx } from '#server/db/database.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { followBug as endpoint } from '#shared/following/contract.ts'
import { sql } from 'kysely'
import { lastEventOf } from './auto-follow.ts'
import { followersOfTree, mergedTree } from './merged-tree.ts'
import { tellOwnPages } from './tell-own-pages.ts'

/**
 * Follows or unfollows a bug. Either is a decision: it also holds when bugs are merged or unmerged, or when the person
 * takes part in the bug. Notifications start now.
 * @throws AppError not-found
 */
export async function followBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<void> {
  await requireBug(tx, params.bugId)
  const person = { bugId: params.bugId, userId: actor.userId }
  if (body.following || (await isFollowing(tx, person))) {
    const { numAffectedRows } = await sql`
      insert into bug_followers as f (bug_id, user_id, is_following, since, from_event)
      values (${person.bugId}, ${person.userId}, ${body.following}, ${new Date()}, ${lastEventOf(sql.val(person.bugId))})
      on conflict (bug_id, user_id) do update
        set is_following = excluded.is_following, since = excluded.since, from_event = excluded.from_event
        where f.is_following <> excluded.is_following`.execute(tx)
    if (numAffectedRows) await tellOwnPages(tx, actor.userId)
  }
}

/** Returns whether a person follows a bug, by their own decision or through a bug that was merged into it. */
export async function isFollowing(
  tx: Tx,
  { bugId, userId }: { readonly bugId: string; readonly userId: string },
): Promise<boolean> {
  const [row] = await tx.prepared<{ following: boolean }>(follows, [bugId, userId])
  return row?.following === true
}

const follows = {
  name: 'is-following',
  text: `${mergedTree('$1')}
    select exists (select from (${followersOfTree}) as followers where user_id = $2) as following`,
}
