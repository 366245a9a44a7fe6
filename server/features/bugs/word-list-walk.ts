import { allOf, type KnownMatches, mayNameBug, rankingLeaves, Values } from '#server/features/search/public.ts'
import type { Leaf, OpenSearch, WordSearch } from '#server/features/search/public.ts'
import { keepsPlan, type ListOrder, type ListPage, nearestRows, orderBy, type PageWish } from './bug-list-statement.ts'
import { bugFactColumns, bugFactJoins } from './bug-presenter.ts'
import { besideColumns } from './word-list-beside.ts'

/** What it costs to look one bug's words up, where to gather one match and sort it costs one. */
const lookUpCost = 4
/** Bugs whose titles are looked at for the first page by relevance. */
const titlesLookedAt = 1_000
/** The last row that may be found so. */
const lastTitled = 100

/**
 * A page of bugs with common words, where that is cheaper than to gather all of them: the sort's index is walked from the
 * nearer end, and each bug's words are looked at, until the page is full.
 * @param known the search's matches, of which some come after the page's beginning
 * @returns undefined where too many bugs would have to be looked at
 */
export function walkedPage(
  search: WordSearch,
  opened: OpenSearch,
  order: ListOrder,
  page: PageWish,
  { total, among, since = noNews }: KnownMatches & Since,
): ListPage | undefined {
  const { from, count, isReversed } = nearestRows(page, total)
  const lookedAt = ((from + count) * among) / Math.max(1, total)
  if (lookedAt * lookUpCost > total) return undefined
  const values = new Values()
  const holds = conditions(search, values)
  const walked = orderBy({ ...order, inverted: order.inverted !== isReversed })
  const isFirst = from === 0 && !isReversed
  // Further in, the planner has to know how far.
  const name = isFirst && keepsPlan(count) ? nameOf(`bug-words-${order.by}`, search, order) : ''
  const beside = besideColumns(name, opened.wanted, since, values)
  return {
    name: beside.name,
    text: isFirst
      ? `select ${bugFactColumns}${beside.columns}
         from (select b.* from bugs b where ${holds} ${walked} limit ${count}) b ${bugFactJoins} ${walked}`
      : `with page as materialized (
           select b.id from bugs b where ${holds} ${walked} limit ${count} offset ${from}
         ) ${pageRows(beside.columns)} ${orderBy(order)}`,
    values: values.list,
    hasIsoMoments: true,
  }
}

/** The statements carry the columns of `News`, always: without them each would be a second plan. */
export interface Since {
  /** Where news begin; undefined where nobody asks, and then everything is news. */
  readonly since?: string | undefined
}

/** Before every transaction. */
const noNews = '0'

/** The rows of the table `page`. @param more columns, with a comma before them */
export const pageRows = (more: string): string =>
  `select ${bugFactColumns}${more} from page join bugs b on b.id = page.id ${bugFactJoins}`

/** Names a statement whose plan fits all words. Who turns an order around is seldom enough to have it planned. */
function nameOf(kind: string, { isClosed, classification }: WordSearch, { inverted }: ListOrder): string {
  if (inverted) return ''
  return `${kind}${isClosed === null ? '' : '-closed'}${classification === null ? '' : '-class'}`
}

/** The same for a first page by relevance. */
const firstNameOf = (kind: string, search: WordSearch, order: ListOrder, { number, size }: PageWish) =>
  number === 1 && keepsPlan(size) ? nameOf(kind, search, order) : ''

/** Conditions on `b`. */
export function conditions({ query, isClosed, classification }: WordSearch, values: Values): string {
  // A query within the condition, because the planner would make a join of it and read all bugs.
  const parts = [`(select s.words @@ ${values.add(query)}::tsquery from bug_search s where s.bug_id = b.id)`]
  if (isClosed !== null) parts.unshift(`b.is_closed = ${values.add(isClosed)}`)
  if (classification !== null) parts.unshift(`b.classification = ${values.add(classification)}`)
  return parts.join(' and ')
}

/**
 * The first rows by relevance. Bugs with everything in the title come before all others, the newest first: where the
 * newest bugs have enough of them, nothing need be ranked.
 * @returns undefined where it can't be so; a page that turns out not to be full must be made another way
 */
export function titledPage(
  search: WordSearch,
  opened: OpenSearch,
  order: ListOrder,
  page: PageWish,
  since = noNews,
): ListPage | undefined {
  const leaves = rankingLeaves(opened.wanted)
  if (!isByPlace(leaves, order, page)) return undefined
  const values = new Values()
  const isTitled = `(select r.title_words @@ ${values.add(allOf(leaves))}::tsquery from bug_ranks r where r.bug_id = b.id)`
  const holds = conditions(search, values)
  const name = firstNameOf('bug-words-titled', search, order, page)
  const beside = besideColumns(name, opened.wanted, since, values)
  return {
    name: beside.name,
    text: `with newest as materialized (
        select b.id, b.created_on, b.is_closed, b.classification from bugs b ${newestFirst} limit ${titlesLookedAt}
      ), page as materialized (
        select b.id from newest b where ${isTitled} and ${holds} ${newestFirst} ${limitOf(page)}
      ) ${pageRows(beside.columns)} ${newestFirst}`,
    values: values.list,
    hasIsoMoments: true,
  }
}

const newestFirst = orderBy({ by: 'createdOn', inverted: false })
const limitOf = ({ number, size }: PageWish) => `limit ${size}${number > 1 ? ` offset ${(number - 1) * size}` : ''}`

/** Whether the first rows are decided by where the words stand, and neither by texts nor by names. */
const isByPlace = (leaves: readonly Leaf[], order: ListOrder, { number, size }: PageWish) =>
  leaves.length > 0 &&
  leaves.every((leaf) => leaf.plain === undefined && !mayNameBug(leaf)) &&
  order.by === 'relevance' &&
  !order.inverted &&
  number * size <= lastTitled

/** The newest matches, in which those are looked for that have a word in their own texts. */
const matchesLookedAt = 400

/**
 * The same for a single word that few titles have: after those come the newest bugs with it in their own texts. They are
 * all candidates, because they are among the newest matches.
 */
export function ownPage(
  search: WordSearch,
  opened: OpenSearch,
  order: ListOrder,
  page: PageWish,
  since = noNews,
): ListPage | undefined {
  const leaves = rankingLeaves(opened.wanted)
  if (leaves.length !== 1 || !isByPlace(leaves, order, page)) return undefined
  const values = new Values()
  const query = `${values.add(allOf(leaves))}::tsquery`
  const holds = conditions(search, values)
  const sorted = 'order by in_title desc, created_on desc, id desc'
  const needed = `limit ${page.number * page.size}`
  const name = firstNameOf('bug-words-own', search, order, page)
  const beside = besideColumns(name, opened.wanted, since, values)
  return {
    name: beside.name,
    // Sorted first: what else must hold costs more than the sorting, and is asked of the newest until there are enough.
    text: `with titled as materialized (
        select b.id, b.created_on, true as in_title from (
            select b.id, b.created_on, b.is_closed, b.classification
            from bugs_titled(${query}) f join bugs b on b.id = f.bug_id ${newestFirst} offset 0
          ) b
          where ${holds} ${newestFirst} ${needed}
      ), own as materialized (
        select b.id, b.created_on, false as in_title from (
            select b.id, b.created_on from bugs b where ${holds} ${newestFirst} limit ${matchesLookedAt}
          ) b
          where (select r.own_words @@ ${query} and not r.title_words @@ ${query} from bug_ranks r where r.bug_id = b.id)
          ${newestFirst} ${needed}
      ), page as materialized (
        select * from (select * from titled union all select * from own) as found ${sorted} ${limitOf(page)}
      ) ${pageRows(beside.columns)} order by page.in_title desc, page.created_on desc, page.id desc`,
    values: values.list,
    hasIsoMoments: true,
  }
}

/**
 * The table `matched` of those that may be candidates for ranking: all with everything in the title, and as many of the
 * newest matches as are ranked.
 * @param titled the table of the former, by `bug_id`
 * @returns undefined where to gather all matches costs less
 */
export function recentMatches(
  search: WordSearch,
  { total, among }: KnownMatches,
  candidates: number,
  titled: string,
  values: Values,
): string | undefined {
  if (((candidates * among) / Math.max(1, total)) * lookUpCost > total) return undefined
  const holds = conditions(search, values)
  return `recent as materialized (
      select b.id, b.created_on from bugs b where ${holds} ${newestFirst} limit ${candidates}
    ), matched as materialized (
      select id, created_on, id in (select bug_id from ${titled}) as in_title from recent
      union
      select b.id, b.created_on, true from ${titled} t join bugs b on b.id = t.bug_id where ${holds}
    )`
}
