import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { presentListItem } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import { bugFields, filterFields, plainNames } from '#shared/bugs/fields.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { plainChoice } from '#shared/search/search-terms.ts'
import { find } from './find.ts'

type Query = QueryOf<typeof endpoint>

/**
 * One page of the bugs that match all filters and the keywords, and how many there are.
 * @throws AppError invalid-input for keywords that can't be meant
 */
export async function listBugs(
  db: Db,
  actor: Actor,
  query: Query,
  now = new Date(),
): Promise<ReplyOf<typeof endpoint>> {
  const search = parseSearch(query.keywords ?? '')
  if (!search.ok) throw new AppError('invalid-input', search.mistake.message, { field: 'keywords' })
  const { classification, minAge, maxAge } = query
  const page = { number: query.pageNumber ?? 1, size: query.pageSize ?? defaultPageSize }
  const asked = {
    search: withFilters(search.root, query),
    filters: { isClosed: isClosedOf(query.closed), classification, minAge, maxAge },
    // What the keywords say of the order wins.
    order: search.sort ?? { by: query.sortBy ?? 'createdOn', inverted: query.sortByInvert ?? false },
    page,
  }
  const { rows, total, matches, corrected } = await find(db, asked, actor, now)
  return {
    result: rows.map((row) => {
      const own = matches?.get(row.id)
      return { ...presentListItem(row, actor), ...(own && { matches: own }) }
    }),
    pagination: paginationOf(page, total),
    ...(corrected && { corrected }),
  }
}

/** A search with the panel's filters of plain fields as the terms that say the same. */
function withFilters(root: SearchNode | undefined, query: Query): SearchNode | undefined {
  const terms = filterFields.flatMap((name): SearchNode[] => {
    const value = query[name]
    if (value === undefined || !plainNames.some((plain) => plain === name)) return []
    return [{ kind: 'term', name: bugFields[name].term, value: plainChoice(value), from: 0, to: 0 }]
  })
  if (terms.length === 0) return root
  const parts = root === undefined ? terms : [...(root.kind === 'and' ? root.parts : [root]), ...terms]
  return { kind: 'and', parts, from: 0, to: 0 }
}

/** What the panel says of open and closed; undefined for both. */
function isClosedOf(filter: Query['closed']): boolean | undefined {
  if (filter === 'true' || filter === 'closed') return true
  if (filter === 'false' || filter === 'open') return false
  return undefined
}
