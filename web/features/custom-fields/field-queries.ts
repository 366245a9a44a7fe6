import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { listFields, listTemplates, type ReportTemplate } from '#shared/custom-fields/contract.ts'
import type { CustomField } from '#shared/custom-fields/custom-field.ts'
import { firstProductKey } from '#shared/products/words.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Reads the custom fields of all products that the reader sees or manages. */
export const fieldsQuery = queryOptions({
  queryKey: ['products', 'fields'],
  queryFn: async ({ signal }) => (await call(listFields, { signal })).result,
  staleTime: 60_000,
})

/** Reads the report templates of these. */
export const templatesQuery = queryOptions({
  queryKey: ['products', 'templates'],
  queryFn: async ({ signal }) => (await call(listTemplates, { signal })).result,
  staleTime: 60_000,
})

/** Reads the custom fields of all products where nothing is shown yet. */
export const readFields = (client: QueryClient): Promise<readonly CustomField[]> => client.ensureQueryData(fieldsQuery)

const noFields: readonly CustomField[] = []
const noTemplates: readonly ReportTemplate[] = []

/** Returns the custom fields of all products, retired ones too; nothing is asked where no product has any. */
export function useFields(): readonly CustomField[] {
  const { hasForms } = useSession()
  return useQuery({ ...fieldsQuery, enabled: hasForms }).data ?? noFields
}

/** The key of a product; who sees only one has it without a name. */
const isOf = (key: string | undefined) => (one: { readonly product: { readonly key: string } }) =>
  one.product.key === (key ?? firstProductKey)

/** Returns the custom fields and the templates that a report to a product begins with. @param key that of the product */
export function useReportForms(key: string | undefined) {
  const { hasForms } = useSession()
  const fields = useFields()
  const templates = useQuery({ ...templatesQuery, enabled: hasForms }).data ?? noTemplates
  return {
    fields: fields.filter(isOf(key)).filter(({ isRetired }) => !isRetired),
    templates: templates.filter(isOf(key)).filter(({ isArchived }) => !isArchived),
  }
}
