import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import {
  correctSearch,
  findMatches,
  matchMemoryOf,
  openSearch,
  type OpenSearch,
} from '#server/features/search/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { type ParsedSearch, parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { agedRows } from './aged-page.ts'
import { agedPage, type AgedTotal, agedTotal, factsOf, filterOf } from './bug-list-filter.ts'
import { isFarIn, type ListOrder, pageStatement, type PageWish, totalStatement } from './bug-list-statement.ts'
import { presentListItem } from './bug-presenter.ts'
import { farRows, wishFor } from './far-page.ts'
import { type CountedRow, type FoundRows, offsetOf, totalBeside, totalOf } from './found-rows.ts'
import { rowsByWords } from './word-list-rows.ts'

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
      : await rowsByFacts(db, { query, search: opened, now }, order, page)
  const matches = opened && found.rows.length > 0 ? await findMatches(db, found.rows, opened) : undefined
  return {
    result: found.rows.map((row) => {
      const own = matches?.get(row.id)
      return { ...presentListItem(row, actor), ...(own && { matches: own }) }
    }),
    pagination: paginationOf(page, found.total),
  }
}

interface FactList {
  readonly query: Query
  /** Terms without words. */
  readonly search: OpenSearch | undefined
  readonly now: Date
}

async function rowsByFacts(db: Db, list: FactList, order: ListOrder, page: PageWish): Promise<FoundRows> {
  const quick = await quickRows(db, list, order, page)
  if (quick) return quick
  const { query, search, now } = list
  const filter = filterOf(query, search, now)
  const aged = agedTotal(query, search, now)
  const known = aged && (await totalOfAge(db, aged))
  const total = known ?? (isFarIn(page) ? await totalOf(db, totalStatement(filter)) : undefined)
  if (total !== undefined && total <= offsetOf(page)) return { rows: [], total }
  if (total !== undefined && filter.isCounted) wishFor(db, order, page, total)
  const statement = pageStatement(filter, order, page, total)
  const rows = await db.prepared<CountedRow>(statement, statement.values)
  return { rows, total: total ?? (await totalBeside(db, rows, page, totalStatement(filter))) }
}

/** A page that is found with what is remembered; undefined where nothing is. */
async function quickRows(
  db: Db,
  { query, search, now }: FactList,
  order: ListOrder,
  page: PageWish,
): Promise<FoundRows | undefined> {
  if (!isFarIn(page)) {
    const aged = agedTotal(query, search, now)
    return aged && agedRows(db, aged, agedPage(query, aged.days, now), order, page)
  }
  const facts = factsOf(query, search?.parts ?? [])
  return facts && farRows(db, facts, order, page)
}

/** The total of an age filter; undefined where its days are not remembered. */
async function totalOfAge(db: Db, { days, edges }: AgedTotal): Promise<number | undefined> {
  const known = await matchMemoryOf(db).known(days)
  return known && known.total + (await totalOf(db, totalStatement(edges)))
}

/** What the keywords say of the order wins. */
function orderOf(query: Query, { sort }: ParsedSearch): ListOrder {
  if (sort) return sort
  const by: BugSort = query.sortBy ?? 'createdOn'
  return { by, inverted: query.sortByInvert ?? false }
}

const isNothing = (root: SearchNode) => root.kind === 'or' && root.parts.length === 0
