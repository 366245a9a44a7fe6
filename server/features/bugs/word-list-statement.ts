import {
  chatConditions,
  type KnownMatches,
  type OpenSearch,
  type RankedLeaf,
  rankedCandidates,
  rankSql,
  searchSource,
  titledSql,
  Values,
  type WordSearch,
} from '#server/features/search/public.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { panelConditions } from './bug-list-filter.ts'
import { isFarIn, keepsPlan, type ListOrder, type ListPage, orderBy, type PageWish } from './bug-list-statement.ts'
import { bugFactColumns, bugFactJoins } from './bug-presenter.ts'
import { besideColumns } from './word-list-beside.ts'
import { recentMatches } from './word-list-walk.ts'

/** A list of bugs that words were searched for. */
export interface WordList {
  readonly query: QueryOf<typeof endpoint>
  readonly search: OpenSearch
  readonly now: Date
}

interface RankedList extends WordList {
  readonly order: ListOrder
  readonly leaves: readonly RankedLeaf[]
  /** What is known of the words, where they are all that is searched. */
  readonly recent: { readonly search: WordSearch; readonly known: KnownMatches } | undefined
}

/** Fewer matches are joined with their bugs and sorted; of more, the sort's index is walked until the page is full. */
const fewMatches = 2_000

/** Whether a page asks for the total first. */
export function asksForTotal(order: ListOrder, page: PageWish): boolean {
  return isFarIn(page) || (order.by === 'relevance' && order.inverted)
}

/**
 * A page of bugs by words.
 * @param leaves by which relevance ranks
 * @param total how many match, where `asksForTotal`; more than come before the page
 */
export function wordPageStatement(
  { order, leaves, recent, ...list }: RankedList,
  page: PageWish,
  total?: number,
): ListPage {
  const values = new Values()
  const ranked = order.by === 'relevance' && leaves.length > 0
  const { tables, sorted } = ranked
    ? byRelevance(list, leaves, recent, order.inverted, rowsOf(page, total), values)
    : byFact(list, order, rowsOf(page, total), values)
  const name = ranked || total !== undefined ? '' : firstNameOf(list, order, page)
  const beside = besideColumns(name, list.search.wanted, undefined, values)
  return {
    name: beside.name,
    text: `${tables} select ${bugFactColumns}, ${total ?? '(select count(*) from matched)::integer'} as total${beside.columns}
      from page join bugs b on b.id = page.id ${bugFactJoins} ${sorted}`,
    values: values.list,
    hasIsoMoments: true,
  }
}

/** Whether a page's statement counts all matches as well, and its plan is kept: the total need not be asked for. */
export const isCountedAtOnce = (list: WordList, order: ListOrder, page: PageWish): boolean =>
  order.by !== 'relevance' && firstNameOf(list, order, page) !== ''

/**
 * Names first pages of which the word index alone decides: it is asked by a function, of which the planner knows as little
 * with the words as without. To plan one takes several times as long as to run it. Terms and ages may decide the plan, so
 * it is made anew each time: no name.
 */
function firstNameOf({ search, query, now }: WordList, order: ListOrder, page: PageWish): string {
  const { alone } = searchSource(search, search.context, new Values())
  if (alone === undefined || search.chat || page.number !== 1 || !keepsPlan(page.size)) return ''
  if (query.minAge !== undefined || query.maxAge !== undefined || order.inverted) return ''
  const panel = panelConditions(query, now, new Values()).map(({ name }) => `-${name}`)
  return `bug-matches-${order.by}${panel.join('')}`
}

/** Some rows of an order. */
interface Rows {
  /** Rows before them. */
  readonly from: number
  readonly count: number
  /** All rows, where that is known. */
  readonly total: number | undefined
}

function rowsOf({ number, size }: PageWish, total: number | undefined): Rows {
  const from = (number - 1) * size
  return { from, count: total === undefined ? size : Math.min(size, total - from), total }
}

/** The same rows, counted from the other end of the order. */
const fromEnd = ({ from, count }: Rows, total: number): Rows => ({ from: total - from - count, count, total })

/** Which end of the order is nearer to some rows. */
function nearest(rows: Rows): { rows: Rows; isReversed: boolean } {
  const { from, total } = rows
  if (total === undefined || from * 2 <= total) return { rows, isReversed: false }
  return { rows: fromEnd(rows, total), isReversed: true }
}

/** Whole numbers that validation made, in the text: only so the planner knows how few rows are wanted. */
const limitOf = ({ from, count }: Rows) => `limit ${count}${from === 0 ? '' : ` offset ${from}`}`

/** The total alone. */
export function wordTotalStatement(list: WordList): ListPage {
  const { alone } = searchSource(list.search, list.search.context, new Values())
  if (alone !== undefined && !list.search.chat && panelConditions(list.query, list.now, new Values()).length === 0)
    return { name: 'search-total', text: 'select count_with_words($1::tsquery, null) as total', values: [alone] }
  const values = new Values()
  return { name: '', text: `${matched(list, values)} select count(*) as total from matched`, values: values.list }
}

function byFact(list: WordList, order: ListOrder, wanted: Rows, values: Values) {
  const { rows, isReversed } = nearest(wanted)
  const walked = `${orderBy({ ...order, inverted: order.inverted !== isReversed })} ${limitOf(rows)}`
  const found = '(select count(*) from matched)'
  const page =
    order.by === 'createdOn' || order.by === 'relevance'
      ? `select b.id from matched b ${walked}`
      : `(select b.id from matched join bugs b on b.id = matched.id where ${found} <= ${fewMatches} ${walked})
        union all (select b.id from bugs b where ${found} > ${fewMatches} and (b.id in (select id from matched)) is true ${walked})`
  return { tables: `${matched(list, values)}, page as materialized (${page})`, sorted: orderBy(order) }
}

/**
 * The candidates are those with everything in the title, then the newest; they are ranked. The others follow as they
 * are, so that every page holds what belongs there.
 */
function byRelevance(
  list: WordList,
  leaves: readonly RankedLeaf[],
  recent: RankedList['recent'],
  inverted: boolean,
  wanted: Rows,
  values: Values,
) {
  const rows = inverted ? fromEnd(wanted, wanted.total ?? 0) : wanted
  const ranked = Math.max(0, Math.min(rows.count, rankedCandidates - rows.from))
  const after = { ...rows, from: Math.max(rows.from, rankedCandidates), count: rows.count - ranked }
  const candidates = recent && after.count <= 0 ? candidatesOf(recent, leaves, values) : undefined
  const tables = [
    candidates ?? matched(list, values, leaves),
    ...(ranked > 0 ? [rankedTable(leaves, values)] : []),
  ].join(', ')
  const parts = [
    ...(ranked > 0 ? [`select * from ranked ${byScore('', false)} ${limitOf({ ...rows, count: ranked })}`] : []),
    ...(after.count > 0 ? [unranked(after)] : []),
  ]
  const page = parts.map((part) => `(${part})`).join(' union all ')
  return { tables: `${tables}, page as materialized (${page})`, sorted: byScore('page.', inverted) }
}

function candidatesOf(
  { search, known }: NonNullable<RankedList['recent']>,
  leaves: readonly RankedLeaf[],
  values: Values,
): string | undefined {
  const of = values.list.length
  const titled = titledSql(leaves, values)
  const found = recentMatches(search, known, rankedCandidates, 'titled', values)
  if (found !== undefined) return `with titled as materialized (${titled}), ${found}`
  values.list.length = of
  return undefined
}

/** Bugs that follow the candidates. */
function unranked(wanted: Rows): string {
  const { rows, isReversed } = nearest(wanted)
  return `select id, created_on, in_title, null::bigint as score from matched ${byPlace(isReversed)} ${limitOf(rows)}`
}

function byPlace(isReversed: boolean): string {
  const direction = isReversed ? 'asc' : 'desc'
  return `order by in_title ${direction}, created_on ${direction}, id ${direction}`
}

function byScore(table: string, inverted: boolean): string {
  const direction = inverted ? 'asc' : 'desc'
  return `order by ${table}score ${direction} nulls ${inverted ? 'first' : 'last'}, ${table}in_title ${direction},
    ${table}created_on ${direction}, ${table}id ${direction}`
}

function rankedTable(leaves: readonly RankedLeaf[], values: Values): string {
  // Looked up for every candidate: only where a phrase asks for it.
  const plain = leaves.some(({ leaf }) => leaf.plain !== undefined)
    ? '(select plain from bug_texts t where t.bug_id = m.id and t.comment_id is null)'
    : 'null'
  return `ranked as (
      select m.id, m.created_on, m.in_title, (${rankSql(leaves, values)})::bigint as score
      from (select * from matched ${byPlace(false)} limit ${rankedCandidates}) m left join bug_ranks s on s.bug_id = m.id
      cross join lateral (select ${plain} as plain offset 0) o
    )`
}

/**
 * The table `matched` of all bugs that match.
 * @param ranks what is searched, for a column `in_title`
 */
function matched({ query, search, now }: WordList, values: Values, ranks?: readonly RankedLeaf[]): string {
  const panel = panelConditions(query, now, values).map(({ condition }) => condition)
  const { from, conditions } = searchSource(search, search.context, values)
  const own = [...conditions, ...panel]
  const titled = ranks === undefined ? '' : `titled as materialized (${titledSql(ranks, values)}), `
  const columns = `b.bug_id as id, b.created_on${titled && ', b.bug_id in (select bug_id from titled) as in_title'}`
  const { chat } = search
  const source = `select ${columns} from ${from}`
  if (!chat)
    return `with ${titled}matched as materialized (${source} ${own.length > 0 ? `where ${own.join(' and ')}` : ''})`
  const [bugIds, leaves] = [values.add(chat.bugIds), values.add(chat.leaves)]
  const said = [...chatConditions(search, search.context, values), ...panel].join(' and ')
  return `with ${titled}c as materialized (
      select bug_id, leaves::integer[] as leaves from unnest(${bugIds}::text[], ${leaves}::text[]) as u (bug_id, leaves)
    ), matched as materialized (
      ${source} where ${[...own, 'not exists (select from c where c.bug_id = b.bug_id)'].join(' and ')}
      union all
      select ${columns} from c join bug_search b on b.bug_id = c.bug_id where ${said}
    )`
}
