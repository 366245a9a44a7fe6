import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { listLabels } from '#shared/labels/contract.ts'
import { type Label, labelKey } from '#shared/labels/label.ts'
import { call } from '#web/lib/call.ts'

/** Reads all labels, A to Z. */
export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: async ({ signal }) => (await call(listLabels, { signal })).result,
  staleTime: 30_000,
})

/** Returns the labels whose names hold what was typed: first those that begin so. */
export function labelsLike(labels: readonly Label[], typed: string): readonly Label[] {
  const key = labelKey(typed)
  const [first, rest] = [labels.filter(begins), labels.filter((label) => !begins(label) && holds(label))]
  return [...first, ...rest]

  function begins({ name }: Label): boolean {
    return labelKey(name).startsWith(key)
  }
  function holds({ name }: Label): boolean {
    return labelKey(name).includes(key)
  }
}

/** Returns the names of labels that may follow what was typed; none while nothing is asked. */
export function useLabelNames(begun: string | undefined): readonly string[] {
  const { data = [] } = useQuery({ ...labelsQuery, enabled: begun !== undefined })
  return begun === undefined
    ? []
    : labelsLike(data, begun)
        .slice(0, 8)
        .map(({ name }) => name)
}

/** Returns labels in the order in which all places show them. */
export function sortedLabels(labels: readonly Label[]): Label[] {
  return labels.toSorted((one, other) => labelKey(one.name).localeCompare(labelKey(other.name), 'en'))
}

/** Keeps a label that was created or changed. */
export function keepLabel(client: QueryClient, label: Label): void {
  client.setQueryData(
    labelsQuery.queryKey,
    (known) => known && sortedLabels([...known.filter(({ _id }) => _id !== label._id), label]),
  )
}

/** Reads the labels again, and all bugs, which show them. */
export function refreshLabels(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: labelsQuery.queryKey })
  void client.invalidateQueries({ queryKey: ['bugs'] })
}
