import type { ProductChoice as Product } from '#shared/products/product-reference.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'

/** Offers the products to which a bug may be reported, by their keys. */
export function ProductChoice({
  products,
  value,
  disabled,
  onChoose,
}: {
  products: readonly Product[]
  value: string | undefined
  disabled: boolean
  onChoose: (key: string) => void
}) {
  return (
    <SelectField
      label="Product"
      className="report-product"
      value={value}
      disabled={disabled}
      onChange={(event) => onChoose(event.currentTarget.value)}
      options={products.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
    />
  )
}
