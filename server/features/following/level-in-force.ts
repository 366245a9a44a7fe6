import type { Db, Prepared } from '#server/db/database.ts'
import { type NewsLevel, newsLevels } from '#shared/following/level.ts'
import { defaultPreferences } from '#shared/users/preferences.ts'
import { followersOfTree, mergedTree, oneOfTree, waysInTree } from './merged-tree.ts'

/** What somebody decided about a bug, or about one that was merged into it. */
export interface Interest {
  readonly bugId: string
  readonly userId: string
  readonly isFollowing: boolean
  readonly level: NewsLevel | null
  readonly fromEvent: number
  readonly isOwn: boolean
}

/** What holds of these. */
export interface Decision {
  /** Undefined where that of the product or of the person holds. */
  readonly level: NewsLevel | undefined
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
const ownInterests: Prepared = { name: 'news-interests', text: interestsWhere('f.user_id = $2') }

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
    level: levels.includes(null) ? undefined : newsLevels.find((level) => levels.includes(level)),
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

/**
 * Returns how much somebody hears of a bug, and for what they chose that. Who neither follows it nor watches its product hears
 * of mentions at most, whatever they chose for everything.
 * @param chosen what they chose for the product and for everything
 */
export function levelInForce(
  { level, followsFrom }: Decision,
  chosen: { readonly product: NewsLevel | null; readonly person: NewsLevel | null },
): { level: NewsLevel; chosenFor: 'bug' | 'product' | 'person' } {
  if (level) return { level, chosenFor: 'bug' }
  if (chosen.product) return { level: chosen.product, chosenFor: 'product' }
  const person = chosen.person ?? defaultPreferences.newsLevel
  return { level: followsFrom === undefined && person !== 'nothing' ? 'mentions' : person, chosenFor: 'person' }
}
