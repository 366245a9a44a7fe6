import type { Db, Prepared } from '#server/db/database.ts'
import { type NotificationLevel, notificationLevels } from '#shared/following/level.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import { followersOfTree, mergedTree, oneOfTree, waysInTree } from './merged-tree.ts'
import { type Part, usualLevel } from './who-is-told.ts'

/** What somebody decided about a bug, or about one that was merged into it. */
export interface Interest {
  readonly bugId: string
  readonly userId: string
  readonly isFollowing: boolean
  readonly level: NotificationLevel | null
  readonly fromEvent: number
  readonly isOwn: boolean
}

/** What holds of these. */
export interface Decision {
  /** Undefined where that of the product or of the person holds. */
  readonly level: NotificationLevel | undefined
  /** From which event on they follow it; undefined for who does not. */
  readonly followsFrom: number | undefined
}

/**
 * Returns the text of a query: their own decisions about each bug of `$1`, and those about what was merged into it, from the
 * last of the merges on.
 * @param whose a condition on the people `f.user_id`
 */
const interestsWhere = (whose: string) => `select root.id as "bugId", people.*
    from unnest($1::text[]) as root (id) cross join lateral (
      select f.user_id as "userId", f.is_following as "isFollowing", f.level, f.from_event as "fromEvent", true as "isOwn"
        from bug_followers f where f.bug_id = root.id and ${whose}
      union all
      select * from (${mergedTree('root.id')}${waysInTree('root.id')}
        select f.user_id, true, f.level, greatest(f.from_event, ways.event_id), false
          from bug_followers f join ways on ways.id = f.bug_id
          where f.bug_id = ${oneOfTree} and f.bug_id <> root.id and f.is_following and ${whose}
          and f.user_id in (${followersOfTree})) as below
    ) as people`

/** The decisions of everybody. */
export const interested: Prepared = { name: 'notification-interested', text: interestsWhere('true') }
const ownInterests: Prepared = { name: 'own-interests', text: interestsWhere('f.user_id = $2') }

/** Their own decision about a bug counts alone; else the loudest about what was merged into it. */
export function decisionOf(interests: readonly Interest[]): Decision {
  const own = interests.filter(({ isOwn }) => isOwn)
  const counting = own.length > 0 ? own : interests
  const [one] = counting
  if (!one) return { level: undefined, followsFrom: undefined }
  // Who stopped following a bug still hears when somebody calls them there.
  if (!one.isFollowing) return { level: one.level ?? 'mentions', followsFrom: undefined }
  const levels = counting.map(({ level }) => level)
  return {
    level: levels.includes(null) ? undefined : notificationLevels.find((level) => levels.includes(level)),
    followsFrom: Math.min(...counting.map(({ fromEvent }) => fromEvent)),
  }
}

/** Returns what a person decided about some bugs, by the bug's id. */
export async function decisionsOf(
  db: Pick<Db, 'prepared'>,
  userId: string,
  bugIds: readonly string[],
): Promise<ReadonlyMap<string, Decision>> {
  const rows = bugIds.length === 0 ? [] : await db.prepared<Interest>(ownInterests, [bugIds, userId])
  const byBug = Map.groupBy(rows, ({ bugId }) => bugId)
  return new Map(bugIds.map((id) => [id, decisionOf(byBug.get(id) ?? [])]))
}

/** What somebody chose for a bug's product and for everything, and what they are to the bug. */
export interface Standing {
  readonly product: NotificationLevel | null
  readonly person: NotificationLevel | null
  readonly part: Part
}

/**
 * Returns an expression: what a person is to a bug, as `Part`.
 * @param bug the row of the bug
 * @param userId an expression for their id
 */
export const partJson = (bug: string, userId: string): string => `json_build_object(
    'isAssignee', ${bug}.assigned_to is not distinct from ${userId}, 'isReporter', ${bug}.created_by = ${userId},
    'isJoined', exists (select from bug_joins j where j.bug_id = ${bug}.id and j.user_id = ${userId} and j.is_joined),
    'hasCommented', exists (select from comments c where c.bug_id = ${bug}.id and c.user_id = ${userId}))`

/**
 * Returns how much somebody hears of a bug, and for what they chose that; `usual` where they chose nothing. Who neither follows
 * it nor watches its product hears of mentions at most, whatever they chose for everything.
 * @param usual what the installation has for who chose nothing
 */
export function levelInForce(
  { level, followsFrom }: Decision,
  { product, person, part }: Standing,
  usual: UsualLevels,
): { level: NotificationLevel; chosenFor: 'bug' | 'product' | 'person' | 'usual' } {
  if (level) return { level, chosenFor: 'bug' }
  if (product) return { level: product, chosenFor: 'product' }
  const chosenFor = person ? 'person' : 'usual'
  if (followsFrom === undefined && person !== 'nothing') return { level: 'mentions', chosenFor }
  return { level: person ?? usualLevel(part, usual), chosenFor }
}
