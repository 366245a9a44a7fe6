import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { correctSearch, findMatches, openSearch, rankedLeaves } from '#server/features/search/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { type ParsedSearch, parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { filterOf } from './bug-list-filter.ts'
import { type ListOrder, type ListPage, pageStatement, totalStatement } from './bug-list-statement.ts'
import { type BugFactRow, presentListItem } from './bug-presenter.ts'
import { asksForTotal, wordPageStatement, wordTotalStatement } from './word-list-statement.ts'

type Query = QueryOf<typeof endpoint>
type Reply = ReplyOf<typeof endpoint>

/**
 * One page of the bugs that match all filters and the keywords, and how many there are. The total is exact and, without
 * words or ages, needs no counting: triggers keep it in `bug_counts`.
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
  const words = opened && opened.leaves.size > 0 ? { query, search: opened, now } : undefined
  const filter = filterOf(query, opened, now)
  const beyond = words ? wordTotalStatement(words) : totalStatement(filter)
  const known = words && asksForTotal(order, page) ? await totalOf(db, beyond) : undefined
  if (known !== undefined && known <= (page.number - 1) * page.size)
    return { result: [], pagination: paginationOf(page, known) }
  const leaves = opened && order.by === 'relevance' ? await rankedLeaves(db, opened.wanted) : []
  const statement = words
    ? wordPageStatement({ ...words, order, leaves }, page, known)
    : pageStatement(filter, order, page)
  const rows = await db.prepared<BugFactRow & { total: number }>(statement, statement.values)
  const total = rows[0]?.total ?? (page.number === 1 ? 0 : await totalOf(db, beyond))
  const matches = opened ? await findMatches(db, rows, opened) : undefined
  return {
    result: rows.map((row) => {
      const own = matches?.get(row.id)
      return { ...presentListItem(row, actor), ...(own && { matches: own }) }
    }),
    pagination: paginationOf(page, total),
  }
}

/** What the keywords say of the order wins. */
function orderOf(query: Query, { sort }: ParsedSearch): ListOrder {
  if (sort) return sort
  const by: BugSort = query.sortBy ?? 'createdOn'
  return { by, inverted: query.sortByInvert ?? false }
}

const isNothing = (root: SearchNode) => root.kind === 'or' && root.parts.length === 0

/** The total alone, for a page past the end, where no row carries it. */
async function totalOf(db: Db, statement: ListPage): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(statement, statement.values)
  return Number(row?.total ?? 0)
}
