import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { namesIn, presentListItem } from '#server/features/bugs/public.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { type AskedSearch, searchOf } from './asked-query.ts'
import { find, findIds } from './find.ts'

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
  const { unknownTerms, ...asked } = searchOf(query)
  const page = { number: query.pageNumber ?? 1, size: query.pageSize ?? defaultPageSize }
  const { rows, total, matches, corrected } = await find(db, { ...asked, page }, actor, now)
  const names = await namesIn(db, rows)
  return {
    result: rows.map((row) => {
      const own = matches?.get(row.id)
      return { ...presentListItem(row, names, actor), ...(own && { matches: own }) }
    }),
    pagination: paginationOf(page, total),
    ...(corrected && { corrected }),
    ...(unknownTerms.length > 0 && { unknownTerms: [...unknownTerms] }),
  }
}

/**
 * Returns the ids of the bugs that a saved search finds, by id.
 * @param most ids at most
 * @param field where the keywords stand
 * @throws AppError invalid-input for keywords that can't be meant
 */
export async function idsFound(
  db: Db,
  actor: Actor,
  search: AskedSearch,
  { most, field }: { readonly most: number; readonly field: string },
): Promise<string[]> {
  return findIds(db, searchOf(search, field), actor, most)
}
