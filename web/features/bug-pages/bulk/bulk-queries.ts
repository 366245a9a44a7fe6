import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Bulk, listBulkRefusals, listBulks } from '#shared/bulk/contract.ts'
import { maxPageSize } from '#shared/http/page.ts'
import { call } from '#web/lib/call.ts'

const bulksKey = ['bulk changes'] as const

/** The reader's bulk changes: those that are not done, and the last ones that are, latest first. */
export const bulksQuery = queryOptions({
  queryKey: [...bulksKey, 'list'],
  queryFn: async ({ signal }) => (await call(listBulks, { signal })).result,
  staleTime: 30_000,
})

/** Keeps what the server says of a bulk change now. One that was read earlier does not win. */
export function keepBulk(client: QueryClient, bulk: Bulk): void {
  client.setQueryData(bulksQuery.queryKey, (known = []) => {
    const before = known.find(({ _id }) => _id === bulk._id)
    if (!before) return [bulk, ...known]
    return before.done > bulk.done ? known : known.map((one) => (one._id === bulk._id ? bulk : one))
  })
}

/** Bugs that are named on one page of what a bulk change could not do. */
export const refusalsPerPage = 50

/** What a bulk change could not do, bug by bug, up to a page. @param refused how many bugs there are by now */
export function refusalsQuery(bulkId: string, pages: number, refused: number) {
  return queryOptions({
    queryKey: [...bulksKey, 'refusals', bulkId, pages, refused],
    queryFn: ({ signal }) => refusalsUpTo(bulkId, pages, refusalsPerPage, signal),
    staleTime: Infinity,
  })
}

/** Returns the ids of all bugs that a bulk change did not change completely; at most a few thousand. */
export async function refusedIds({ _id, refused }: Bulk): Promise<ReadonlySet<string>> {
  if (refused === 0) return new Set()
  const pages = Math.ceil(refused / maxPageSize)
  return new Set((await refusalsUpTo(_id, pages, maxPageSize)).map(({ bug }) => bug._id))
}

async function refusalsUpTo(bulkId: string, pages: number, size: number, signal?: AbortSignal) {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  const read = numbers.map(async (number) => {
    const query = { pageNumber: String(number), pageSize: String(size) }
    return (await call(listBulkRefusals, { params: { bulkId }, query, ...(signal && { signal }) })).result
  })
  return (await Promise.all(read)).flat()
}
