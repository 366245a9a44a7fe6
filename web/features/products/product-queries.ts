import { queryOptions } from '@tanstack/react-query'
import { listImportedProducts, listProductMembers, listProducts } from '#shared/products/contract.ts'
import { call } from '#web/lib/call.ts'

/** Reads all products that the reader sees or manages. */
export const productsQuery = queryOptions({
  queryKey: ['products', 'list'],
  queryFn: async ({ signal }) => (await call(listProducts, { signal })).result,
})

/** Reads the names of products that imported bugs brought along. */
export const importedQuery = queryOptions({
  queryKey: ['products', 'imported'],
  queryFn: async ({ signal }) => (await call(listImportedProducts, { signal })).result,
})

/** Reads the members of a product. */
export function membersQuery(productId: string) {
  return queryOptions({
    queryKey: ['products', 'members', productId],
    queryFn: async ({ signal }) => (await call(listProductMembers, { params: { productId }, signal })).result,
  })
}
