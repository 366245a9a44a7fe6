import { mostChanged } from '#server/features/search/public.ts'
import { type BugSort, classifications } from '#shared/bugs/words.ts'
import { sortKey } from './bug-list-statement.ts'
import type { Position } from './order-blocks.ts'

/** Bugs are counted from here, in µs since 1970, so that those before 1970 are no negative numbers. */
const epoch = 1n << 62n
/** Before every bug, in µs since 1970. */
const earliest = '-210000000000000000'

const isByMoment = (by: BugSort) => by === 'createdOn' || by === 'relevance'

/** What a bug `b` is sorted by, as bytes that compare as PostgreSQL compares it. */
const keyBytes = (by: BugSort) =>
  isByMoment(by)
    ? `int8send((extract(epoch from b.created_on) * 1000000)::int8 + ${epoch})`
    : `convert_to(${sortKey(by)}, 'UTF8')`

/** What bugs are sorted by, as a value for `boundSql`. */
export function boundValue(by: BugSort, { key }: Position): string {
  if (!isByMoment(by)) return key.toString('utf8')
  return key.length === 0 ? earliest : String(key.readBigInt64BE() - epoch)
}

/** The same as an expression of the sort's type. */
export const boundSql = (by: BugSort, value: string): string =>
  isByMoment(by) ? `(timestamptz 'epoch' + ${value}::int8 * interval '1 microsecond')` : `${value}::text collate "C"`

const factsCode = `(case when b.is_closed then ${classifications.length} else 0 end
    + array_position(array[${classifications.map((name) => `'${name}'`).join(', ')}], b.classification) - 1)`

const xmin = 'pg_snapshot_xmin(pg_current_snapshot())'

/** What may change an order. */
const isOrderNews = `starts_with(e.type, 'bug-')`

/** All bugs. */
export const bugTotal = { name: '', text: 'select coalesce(sum(n), 0)::integer as bugs from bug_counts' }

/** A block of bugs that follow one another, of `$1` each. */
export interface BlockRow {
  readonly key: Buffer
  readonly id: string
  readonly count: number
  /** Eight times the number, and the code of the facts: four bytes each; null where no bug has a number. */
  readonly bugs: Buffer | null
  /** The highest number. */
  readonly highest: number | null
  readonly xmin: string
}

export const allBlocks = (by: BugSort): string => `with placed as (
      select b.id, ${keyBytes(by)} as key, s.number * 8 + ${factsCode} as bug,
        row_number() over (order by ${sortKey(by)}, b.id) - 1 as place
      from bugs b left join bug_search s on s.bug_id = b.id
    )
    select string_agg(key, ''::bytea) filter (where place % $1 = 0) as key, min(id) filter (where place % $1 = 0) as id,
      count(*) as count, string_agg(int4send(bug), ''::bytea) as bugs, max(bug) / 8 as highest,
      ${xmin}::text as xmin
    from placed group by place / $1 order by place / $1`

/** A bug that may have changed, or a row of nulls where none has. */
export interface ChangedRow {
  readonly id: string | null
  readonly number: number | null
  readonly key: Buffer
  readonly code: number
  /** Events since, up to one more than are looked at. */
  readonly count: number
  /** Those of them that the next look will find again. */
  readonly seen: number
  readonly xmin: string
}

export const orderChanges = (by: BugSort): string => `with latest as materialized (
      select e.subject_id, e.tx from events e where e.tx >= $1::text::xid8 and ${isOrderNews}
      order by e.tx, e.id limit ${mostChanged + 1}
    )
    select c.*, told.* from (
        select (select count(*)::integer from latest) as count,
          (select count(*)::integer from latest where tx >= ${xmin}) as seen, ${xmin}::text as xmin
      ) as told left join (
        select b.id, s.number, ${keyBytes(by)} as key, ${factsCode} as code
        from (select distinct subject_id from latest) as changed
        join bugs b on b.id = changed.subject_id left join bug_search s on s.bug_id = b.id
      ) as c on true`

/** Two columns, as `News`, of which the first counts events up to one more than were seen before. */
export const orderNews = (since: string, seen: number): string => `(select count(*)::integer from (
      select from events e where e.tx >= ${since}::text::xid8 and ${isOrderNews} order by e.tx, e.id limit ${seen + 1}
    ) as news) as changes, ${xmin}::text as xmin`
