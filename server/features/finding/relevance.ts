import type { Visible } from '#server/access/sight.ts'
import type { Db } from '#server/db/database.ts'
import type { Leaf } from '#server/features/search/public.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Asked } from './ask.ts'
import { countHoldingSeen, holdsPhrase, matched } from './matched.ts'
import { allOf, type Condition, where } from './conditions.ts'
import { fromOtherEnd, limit, nearest, offsetOf, orderBy, type PageRequest, type Rows } from './orders.ts'

/** Bugs that are ranked exactly; where more match, the others follow. */
export const rankedCandidates = 2_000
/** Bugs that hold a word are counted up to here: all words that are more common count alike. */
const mostCounted = 2_000
/** Leaves that a rank looks at. */
const mostLeaves = 12

/** How much a leaf weighs by the best place where it stands. */
const placeWeights = { title: 4, own: 2, elsewhere: 1 }
/** Above every sum of these: a word that is a name of the bug, such as its short id. */
const nameWeight = 1_000_000_000

interface RankedLeaf {
  readonly leaf: Leaf
  /** Thousand times the logarithm of how rare it is. */
  readonly weight: number
}

/**
 * A query for the ids of a page by relevance. The candidates are those with everything in the title, then
 * the newest; they are ranked. The others follow as they are, so that every page holds what belongs there.
 * @param how.total how many match; more than come before the page
 * @param how.walked what must hold for a bug `b`, where the newest are found sooner than all
 */
export async function rankedPage(
  db: Db,
  asked: Asked,
  page: PageRequest,
  { total, inverted, walked }: { total: number; inverted: boolean; walked: readonly Condition[] | undefined },
): Promise<RawBuilder<unknown>> {
  const leaves = await rankedLeaves(db, asked)
  const from = offsetOf(page)
  const rows = { from, count: Math.min(page.size, total - from), isReversed: false }
  const wanted = inverted ? fromOtherEnd(rows, total) : rows
  const ranked = Math.max(0, Math.min(wanted.count, rankedCandidates - wanted.from))
  const after = { from: Math.max(wanted.from, rankedCandidates), count: wanted.count - ranked, isReversed: false }
  const parts = [
    ...(ranked > 0
      ? [sql`(select * from ranked ${byScore(sql``, false)} ${limit({ from: wanted.from, count: ranked })})`]
      : []),
    ...(after.count > 0 ? [sql`(${unranked(nearest(after, total))})`] : []),
  ]
  const tables = [
    sql`titled as materialized (${titled(leaves)})`,
    walked && after.count === 0
      ? newestMatched(walked)
      : matched(asked, sql`, b.id in (select bug_id from titled) as in_title`),
    ...(ranked > 0 ? [rankedTable(leaves)] : []),
    sql`page as materialized (${sql.join(parts, sql` union all `)})`,
  ]
  return sql`with ${sql.join(tables)} select page.id from page ${byScore(sql`page.`, inverted)}`
}

/** The table `matched` of those alone that may be candidates: the newest with all in the title, and others where these are few. */
function newestMatched(walked: readonly Condition[]): RawBuilder<unknown> {
  const newest = (inTitle: boolean, more: readonly Condition[] = []) => {
    // With `is`, because the planner would make a join of it and sort all bugs.
    const condition = sql<boolean>`(b.id in (select bug_id from titled)) is ${sql.lit(inTitle)}`
    return sql`(select b.id, b.created_on, ${sql.lit(inTitle)} as in_title from bugs b
      ${where([...more, condition, ...walked])}
      ${orderBy({ by: 'createdOn', inverted: false })} ${limit({ from: 0, count: rankedCandidates })})`
  }
  const areFew = sql<boolean>`(select count(*) < ${sql.lit(rankedCandidates)} from newest_titled)`
  return sql`newest_titled as materialized ${newest(true)},
    matched as materialized (select * from newest_titled union all ${newest(false, [areFew])})`
}

/** Bugs that follow the candidates. */
const unranked = (rows: Rows) =>
  sql`select id, created_on, in_title, null::bigint as score from matched ${byPlace(rows.isReversed)} ${limit(rows)}`

const directionOf = (isAscending: boolean) => (isAscending ? sql`asc` : sql`desc`)

function byPlace(isReversed: boolean): RawBuilder<unknown> {
  const direction = directionOf(isReversed)
  return sql`order by in_title ${direction}, created_on ${direction}, id ${direction}`
}

function byScore(table: RawBuilder<unknown>, inverted: boolean): RawBuilder<unknown> {
  const direction = directionOf(inverted)
  return sql`order by ${table}score ${direction} nulls ${inverted ? sql`first` : sql`last`}, ${table}in_title ${direction},
    ${table}created_on ${direction}, ${table}id ${direction}`
}

function rankedTable(leaves: readonly RankedLeaf[]): RawBuilder<unknown> {
  // Looked up for every candidate: only where a phrase asks for it.
  const plain = leaves.some(({ leaf }) => leaf.plain !== undefined)
    ? sql`(select plain from bug_texts t where t.bug_id = m.id and t.comment_id is null)`
    : sql`null`
  return sql`ranked as (
      select m.id, m.created_on, m.in_title, (${scoreOf(leaves)})::bigint as score
      from (select * from matched ${byPlace(false)} ${limit({ from: 0, count: rankedCandidates })}) m
        left join bug_ranks s on s.bug_id = case when not m.in_title then m.id end
        cross join lateral (select ${plain} as plain offset 0) o
    )`
}

/** The leaves by which bugs are ranked. A phrase weighs as much as the rarest word. */
async function rankedLeaves(db: Db, { wanted, asking: { actor }, visible }: Asked): Promise<RankedLeaf[]> {
  const leaves = wanted.slice(0, mostLeaves)
  if (leaves.length < 2) return leaves.map((leaf) => ({ leaf, weight: 1_000 }))
  const counts = leaves.map(({ isPhrase, query }) =>
    isPhrase ? sql`1` : countHoldingSeen(actor, sql`${query}::tsquery`, mostCounted, visible),
  )
  const [row] = await db.read<{ bugs: number; counts: number[] }>(
    sql`select ${bugsSeen(visible)} as bugs, array[${sql.join(counts)}]::integer[] as counts`,
  )
  return leaves.map((leaf, n) => ({ leaf, weight: weightOf(row?.bugs ?? 0, row?.counts[n] ?? 0) }))
}

/** How many bugs somebody may see: what they may not see must not move what they do. */
function bugsSeen({ shared, own }: Visible): RawBuilder<number> {
  const total = sql<number>`(select coalesce(sum(b.n), 0) from bug_counts b ${where(shared)})::integer`
  return own ? sql`(${total} + (select count(*)::integer from bugs b ${where(own)}))` : total
}

/** @param holding bugs that hold the word, out of so many */
const weightOf = (bugs: number, holding: number) => Math.round(1000 * Math.log(1 + bugs / Math.max(1, holding)))

/** The bugs with all that is searched in the title: candidates before others. Its words are not enough for a phrase. */
function titled(leaves: readonly RankedLeaf[]): RawBuilder<unknown> {
  const query = leaves.map(({ leaf }) => leaf.query).join(' & ')
  const phrases = leaves.flatMap(({ leaf }) => (leaf.plain === undefined ? [] : [titleHolds(leaf.plain)]))
  const source = sql`select f.bug_id from bugs_titled(${query}::tsquery) f`
  if (phrases.length === 0) return source
  return sql`${source} join bug_texts o on o.bug_id = f.bug_id and o.comment_id is null where ${allOf(phrases)}`
}

/** Whether the title holds a phrase; `o` is the row of a bug's own texts. */
const titleHolds = (plain: string): Condition => sql`position(${plain} in split_part(o.plain, E'\\n', 1)) > 0`

/**
 * The rank of a candidate: of each leaf, its weight times that of its best place. On the candidate `m` with its `in_title`,
 * its row `s` of `bug_ranks`, which may be missing and is where everything is in the title, and its own texts `o.plain`.
 */
const scoreOf = (leaves: readonly RankedLeaf[]): RawBuilder<unknown> =>
  sql.join(
    leaves.map(({ leaf, weight }) => sql`${sql.lit(weight)} * ${placeOf(leaf)} + ${nameOf(leaf)}`),
    sql` + `,
  )

function placeOf(leaf: Leaf): RawBuilder<unknown> {
  const [title, own] = [sql.lit(placeWeights.title), sql.lit(placeWeights.own)]
  const rest = (holds: Condition) => {
    const elsewhere = sql.lit(placeWeights.elsewhere)
    return leaf.isRequired ? elsewhere : sql`case when ${holds} then ${elsewhere} else 0 end`
  }
  if (leaf.plain !== undefined) {
    return sql`case when ${titleHolds(leaf.plain)} then ${title}
      when position(${leaf.plain} in o.plain) > 0 then ${own} else ${rest(holdsPhrase(sql`m.id`, leaf.plain))} end`
  }
  const query = sql`${leaf.query}::tsquery`
  return sql`case when m.in_title or s.title_words @@ ${query} then ${title} when s.own_words @@ ${query} then ${own}
    else ${rest(sql`m.id in (select w.bug_id from bugs_with_words(${query}) w)`)} end`
}

/** Adds for a word that names the bug: its id, its short id or the beginning of it, its id in an older tracker. */
function nameOf({ words, isPrefix }: Leaf): RawBuilder<unknown> {
  const [word] = words
  const mayNameBug = word !== undefined && words.length === 1 && (/[0-9]/.test(word) || /^[0-9a-f]{6,24}$/.test(word))
  if (!mayNameBug) return sql`0`
  const isBeginning = isPrefix && /^[0-9a-f]{6,7}$/.test(word)
  const short = isBeginning ? sql`starts_with(right(m.id, 8), ${word})` : sql`right(m.id, 8) = ${word}`
  return sql`case when m.id = ${word} or ${short} or exists (
      select from bugs x where x.id = m.id and x.external_id is not null
        and ${word} = any(regexp_split_to_array(lower(x.external_id), '[^a-z0-9]+'))
    ) then ${sql.lit(nameWeight)}::bigint else 0 end`
}
