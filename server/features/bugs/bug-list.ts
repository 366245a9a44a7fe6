import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import {
  correctSearch,
  findMatches,
  type KnownMatches,
  matchMemoryOf,
  openSearch,
  rankedLeaves,
  type WordSearch,
} from '#server/features/search/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { type ParsedSearch, parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { type AgedTotal, agedTotal, type Filter, filterOf, wordSearchOf } from './bug-list-filter.ts'
import {
  isFarIn,
  type ListOrder,
  type ListPage,
  pageStatement,
  type PageWish,
  totalStatement,
} from './bug-list-statement.ts'
import { type BugFactRow, presentListItem } from './bug-presenter.ts'
import { asksForTotal, type WordList, wordPageStatement, wordTotalStatement } from './word-list-statement.ts'
import { ownPage, titledPage, walkedPage } from './word-list-walk.ts'

type Query = QueryOf<typeof endpoint>
type Reply = ReplyOf<typeof endpoint>

/**
 * One page of the bugs that match all filters and the keywords, and how many there are. The total is exact and mostly needs no
 * counting: without words or ages triggers keep it in `bug_counts`, and the matches of common words are remembered.
 * @throws AppError invalid-input for keywords that can't be meant
 */
export async function bugList(db: Db, actor: Actor, query: Query, now = new Date()): Promise<Reply> {
  const search = parsed(query.keywords ?? '')
  const found = await listFor(db, actor, query, search, now)
  if (found.pagination.totalCount > 0 || !search.root) return found
  const better = await correctSearch(db, actor, search.root)
  if (!better) return found
  const corrected = await listFor(db, actor, query, { ...search, root: better.root }, now)
  return corrected.pagination.totalCount > 0 ? { ...corrected, corrected: better.words } : found
}

function parsed(keywords: string): ParsedSearch {
  const search = parseSearch(keywords)
  if (search.ok) return search
  throw new AppError('invalid-input', search.mistake.message, { field: 'keywords' })
}

async function listFor(db: Db, actor: Actor, query: Query, search: ParsedSearch, now: Date): Promise<Reply> {
  const page = { number: query.pageNumber ?? 1, size: query.pageSize ?? defaultPageSize }
  const order = orderOf(query, search)
  const { root } = search
  if (root && isNothing(root)) return { result: [], pagination: paginationOf(page, 0) }
  const opened = root ? await openSearch(db, actor, root, now) : undefined
  const found =
    opened && opened.leaves.size > 0
      ? await rowsByWords(db, { query, search: opened, now }, order, page)
      : await rowsByFacts(db, filterOf(query, opened, now), agedTotal(query, opened, now), order, page)
  const matches = opened && found.rows.length > 0 ? await findMatches(db, found.rows, opened) : undefined
  return {
    result: found.rows.map((row) => {
      const own = matches?.get(row.id)
      return { ...presentListItem(row, actor), ...(own && { matches: own }) }
    }),
    pagination: paginationOf(page, found.total),
  }
}

interface FoundRows {
  readonly rows: readonly BugFactRow[]
  readonly total: number
}

type CountedRow = BugFactRow & { total: number | null }

const offsetOf = ({ number, size }: PageWish) => (number - 1) * size

async function rowsByFacts(
  db: Db,
  filter: Filter,
  aged: AgedTotal | undefined,
  order: ListOrder,
  page: PageWish,
): Promise<FoundRows> {
  const known = aged && (await totalOfAge(db, aged))
  const total = known ?? (isFarIn(page) ? await totalOf(db, totalStatement(filter)) : undefined)
  if (total !== undefined && total <= offsetOf(page)) return { rows: [], total }
  const statement = pageStatement(filter, order, page, total)
  const rows = await db.prepared<CountedRow>(statement, statement.values)
  return { rows, total: total ?? (await totalBeside(db, rows, page, totalStatement(filter))) }
}

/** The total of an age filter; undefined where its days are not remembered. */
async function totalOfAge(db: Db, { days, edges }: AgedTotal): Promise<number | undefined> {
  const known = await matchMemoryOf(db).known(days)
  return known && known.total + (await totalOf(db, totalStatement(edges)))
}

async function rowsByWords(db: Db, list: WordList, order: ListOrder, page: PageWish): Promise<FoundRows> {
  const among = wordSearchOf(list.query, list.search)
  const known = among && (await matchMemoryOf(db).known(among))
  if (known && known.total <= offsetOf(page)) return { rows: [], total: known.total }
  const quick = known && (await quickRows(db, among, known, list, order, page))
  if (quick) return { rows: quick, total: known.total }
  const total = known?.total ?? (asksForTotal(order, page) ? await totalOf(db, wordTotalStatement(list)) : undefined)
  if (total !== undefined && total <= offsetOf(page)) return { rows: [], total }
  const leaves = order.by === 'relevance' ? await rankedLeaves(db, list.search.wanted) : []
  const recent = known && { search: among, known }
  const statement = wordPageStatement({ ...list, order, leaves, recent }, page, total)
  const rows = await db.prepared<CountedRow>(statement, statement.values)
  return { rows, total: total ?? (await totalBeside(db, rows, page, wordTotalStatement(list))) }
}

/** A page for which not all matches are gathered; undefined where that is not possible, or would cost more. */
async function quickRows(
  db: Db,
  among: WordSearch,
  known: KnownMatches,
  { search }: WordList,
  order: ListOrder,
  page: PageWish,
): Promise<readonly BugFactRow[] | undefined> {
  if (order.by !== 'relevance') {
    const walked = walkedPage(among, order, page, known)
    return walked && db.prepared<BugFactRow>(walked, walked.values)
  }
  for (const place of [titledPage, ownPage]) {
    const statement = place(among, search, order, page)
    const rows = statement && (await db.prepared<BugFactRow>(statement, statement.values))
    if (rows?.length === page.size) return rows
  }
  return undefined
}

/** The total as the rows carry it; a page past the end has none. */
async function totalBeside(db: Db, rows: readonly CountedRow[], page: PageWish, statement: ListPage): Promise<number> {
  return rows[0]?.total ?? (page.number === 1 ? 0 : totalOf(db, statement))
}

/** What the keywords say of the order wins. */
function orderOf(query: Query, { sort }: ParsedSearch): ListOrder {
  if (sort) return sort
  const by: BugSort = query.sortBy ?? 'createdOn'
  return { by, inverted: query.sortByInvert ?? false }
}

const isNothing = (root: SearchNode) => root.kind === 'or' && root.parts.length === 0

/** The total alone. */
async function totalOf(db: Db, statement: ListPage): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(statement, statement.values)
  return Number(row?.total ?? 0)
}
