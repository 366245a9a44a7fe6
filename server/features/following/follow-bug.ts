import type { Tx } from '#server/db/database.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { followBug as endpoint, setBugLevel as levelEndpoint } from '#shared/following/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { followsAt, type NotificationLevel, notificationLevels, personalReasons } from '#shared/following/level.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import { sql } from 'kysely'
import { lastEventOf } from './auto-follow.ts'
import { decisionOf, decisionsOf, levelInForce } from './level-in-force.ts'
import { followersOfTree, mergedTree } from './merged-tree.ts'
import { standingOf } from './chosen-levels.ts'
import { tellOwnPages } from './tell-own-pages.ts'
import { usualLevel } from './who-is-told.ts'

/**
 * Follows or unfollows a bug. Either is a decision: it also holds when bugs are merged or unmerged, or when the person
 * takes part in the bug. Notifications start now, and end with it, except for mentions.
 * @param usual what the installation has for who chose nothing
 * @throws AppError not-found
 */
export async function followBug(
  { actor, params, body }: Call<typeof endpoint>,
  tx: Tx,
  usual: UsualLevels,
): Promise<void> {
  await requireBug(tx, actor, params.bugId)
  const person = { bugId: params.bugId, userId: actor.userId }
  if (body.following) await decide(tx, person, true, await levelToFollow(tx, person, usual))
  else if (await isFollowing(tx, person)) await decide(tx, person, false, null)
}

/**
 * The level at which somebody follows a bug from now on: theirs if they follow it already, and everything where they would hear
 * only of mentions, or nothing.
 */
async function levelToFollow(tx: Tx, person: PersonOfBug, usual: UsualLevels): Promise<NotificationLevel | null> {
  const decision = (await decisionsOf(tx, person.userId, [person.bugId])).get(person.bugId)
  const kept = decision?.followsFrom === undefined ? undefined : decision.level
  const { product, person: all, part } = await standingOf(tx, person)
  const level = kept ?? product ?? all ?? usualLevel(part, usual)
  return level === 'mentions' || level === 'nothing' ? 'everything' : (kept ?? null)
}

/**
 * Sets how much somebody hears of a bug, which decides whether they follow it; or takes that back, by which what they chose for
 * its product or everything holds.
 * @returns what they had chosen for it before
 * @throws AppError not-found
 */
export async function setBugLevel({ actor, params, body }: Call<typeof levelEndpoint>, tx: Tx): Promise<BugChoice> {
  await requireBug(tx, actor, params.bugId)
  const person = { bugId: params.bugId, userId: actor.userId }
  const former = await choiceOf(tx, person)
  const { level, following = former?.is_following || null } = body
  if (level !== null) await decide(tx, person, followsAt(level), level)
  else if (following === null) await forget(tx, person)
  else await decide(tx, person, following, null)
  if (body.putsBack && former) await unsee(tx, person, former.since)
  return { level: former?.level ?? null, following: former?.is_following ?? null }
}

/** What somebody chose for one bug. */
type BugChoice = ReplyOf<typeof levelEndpoint>['former']

const choiceOf = (tx: Tx, { bugId, userId }: PersonOfBug) =>
  tx
    .selectFrom('bug_followers')
    .select(['level', 'is_following', 'since'])
    .where('bug_id', '=', bugId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Lowers how much somebody hears of a bug, for whom nobody asks who they are and whether they still see it. What is lower already
 * stays, and so does everything where there is no such person or bug any more.
 */
export async function lowerBugLevel(
  tx: Tx,
  { userId, bugId }: PersonOfBug,
  level: 'mentions' | 'nothing',
  usual: UsualLevels,
): Promise<void> {
  // Two that lower it at once come one after the other.
  const isThere = await sql`select from users u, bugs b
    where u.id = ${userId} and u.email is not null and b.id = ${bugId} for no key update of u`.execute(tx)
  if (isThere.rows.length === 0) return
  const decision = (await decisionsOf(tx, userId, [bugId])).get(bugId) ?? decisionOf([])
  const now = levelInForce(decision, await standingOf(tx, { userId, bugId }), usual).level
  if (notificationLevels.indexOf(level) > notificationLevels.indexOf(now))
    await decide(tx, { userId, bugId }, false, level)
}

interface PersonOfBug {
  readonly bugId: string
  readonly userId: string
}

/** What was told already and is not heard any more is done, since the time of the decision: so it is known by which. */
async function decide(tx: Tx, { bugId, userId }: PersonOfBug, following: boolean, level: NotificationLevel | null) {
  const now = new Date()
  const { numAffectedRows } = await sql`
    insert into bug_followers as f (bug_id, user_id, is_following, since, from_event, level)
    values (${bugId}, ${userId}, ${following}, ${now}, ${lastEventOf(sql.val(bugId))}, ${level})
    on conflict (bug_id, user_id) do update
      set is_following = excluded.is_following, level = excluded.level,
        since = case when f.is_following and excluded.is_following then f.since else excluded.since end,
        from_event = case when f.is_following = excluded.is_following then f.from_event else excluded.from_event end
      where (f.is_following, f.level) is distinct from (excluded.is_following, excluded.level)`.execute(tx)
  if (!numAffectedRows) return
  if (!following) {
    const kept = level === 'nothing' ? sql`true` : sql`reason <> all (${[...personalReasons]}::text[])`
    await sql`update notifications set seen_on = coalesce(seen_on, ${now}), done_on = ${now}
      where user_id = ${userId} and bug_id = ${bugId} and done_on is null and ${kept}`.execute(tx)
  }
  await tellOwnPages(tx, userId)
}

/** Nothing is chosen for the bug any more; they follow it only through a bug that was merged into it. */
async function forget(tx: Tx, { bugId, userId }: PersonOfBug): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('bug_followers')
    .where('bug_id', '=', bugId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await tellOwnPages(tx, userId)
}

/** What was done by a decision is as it was before. */
async function unsee(tx: Tx, { bugId, userId }: PersonOfBug, decidedOn: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ done_on: null, seen_on: sql`nullif(seen_on, ${decidedOn})` })
    .where('user_id', '=', userId)
    .where('bug_id', '=', bugId)
    .where('done_on', '=', decidedOn)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await tellOwnPages(tx, userId)
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
