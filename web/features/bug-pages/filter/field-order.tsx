import type { ComponentProps } from 'react'
import { sortableKinds } from '#shared/custom-fields/custom-field.ts'
import { fieldTerm } from '#shared/custom-fields/field-name.ts'
import { useFields } from '#web/features/custom-fields/public.ts'
import { SortOrder } from '#web/ui/lists/filter-fields.tsx'

/** Shows the order of the results, which may be that of a custom field of the product. */
export function FieldOrder({
  product,
  choices,
  ...order
}: ComponentProps<typeof SortOrder> & {
  /** Its key; empty for the only one. */
  product: string
}) {
  const own = useFields()
    .filter(
      (field) => (product === '' || field.product.key === product) && !field.isRetired && sortableKinds.has(field.kind),
    )
    .map((field) => ({ value: fieldTerm(field.key), label: field.name }))
  const others = choices.filter(({ value }) => own.every((one) => one.value !== value))
  return <SortOrder {...order} choices={[...others, ...own]} />
}
