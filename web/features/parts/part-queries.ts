import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PartList } from '#shared/bugs/fields.ts'
import { type Component, listParts, listVersionProgress, type Version } from '#shared/parts/contract.ts'
import { partKey } from '#shared/parts/part.ts'
import { call } from '#web/lib/call.ts'

/** Reads the components and versions of all products that the reader sees or manages. */
export const partsQuery = queryOptions({
  queryKey: ['products', 'parts'],
  queryFn: ({ signal }) => call(listParts, { signal }),
  staleTime: 30_000,
})

/** Reads how far the versions of a product are, by the bugs that the reader may see. */
export function progressQuery(productId: string) {
  return queryOptions({
    queryKey: ['products', 'progress', productId],
    queryFn: async ({ signal }) => (await call(listVersionProgress, { params: { productId }, signal })).result,
  })
}

/** A component or a version. */
export type Part = Component | Version

/** Returns the parts whose names hold what was typed: first those that begin so. */
export function partsLike<P extends { readonly name: string }>(parts: readonly P[], typed: string): readonly P[] {
  const key = partKey(typed)
  const begins = ({ name }: P) => partKey(name).startsWith(key)
  return [...parts.filter(begins), ...parts.filter((part) => !begins(part) && partKey(part.name).includes(key))]
}

/** Returns one part of each name: those of several products that are called the same are one to a search. */
export function partsByName<P extends { readonly name: string }>(parts: readonly P[]): readonly P[] {
  return [...new Map(parts.toReversed().map((part) => [partKey(part.name), part])).values()].toReversed()
}

/** Returns the names of parts that may follow what was typed; none while nothing is asked. */
export function usePartNames(asked: { readonly begun: string; readonly of: PartList } | undefined): readonly string[] {
  const { data } = useQuery({ ...partsQuery, enabled: asked !== undefined })
  if (!asked || !data) return []
  const known: readonly Part[] = data[asked.of]
  return partsLike(partsByName(known), asked.begun)
    .slice(0, 8)
    .map(({ name }) => name)
}
