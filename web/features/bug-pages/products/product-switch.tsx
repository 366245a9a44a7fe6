import { isFieldTerm } from '#shared/custom-fields/field-name.ts'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { without } from '#web/lib/lists/list-search.ts'
import { useSession } from '#web/lib/session/session.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { productOptions } from './product-options.ts'
import './product-switch.css'

/** Shows the bugs of one product, or of all; where there are several. */
export function ProductSwitch({ search, onShow }: { search: ListSearch; onShow: (search: ListSearch) => void }) {
  const { products } = useSession()
  if (products.length === 0) return null
  function choose(product: string) {
    // Other products have other fields.
    const isOrdered = isFieldTerm(search.sortBy ?? '')
    const kept = isOrdered ? without(search, 'sortBy', 'sortByInvert') : search
    const { pageNumber: _, ...rest } = without(kept, 'product', 'fields')
    onShow(product === '' ? rest : { ...rest, product })
  }
  return (
    <SelectField
      aria-label="Product"
      className="product-switch"
      size="xs"
      value={search.product ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      options={productOptions(products, 'All products')}
    />
  )
}
