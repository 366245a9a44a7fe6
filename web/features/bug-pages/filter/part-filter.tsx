import { useQuery } from '@tanstack/react-query'
import { bugFields, type PartName } from '#shared/bugs/fields.ts'
import { noPart, partKey } from '#shared/parts/part.ts'
import { type Part, partsByName, partsQuery } from '#web/features/parts/public.ts'
import { useSession } from '#web/lib/session/session.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'

/** Filters by a component or version. One that is not known stays, so that an old link says what it asks for. */
export function PartFilter({
  name,
  product,
  value,
  onChange,
}: {
  name: PartName
  /** The key of the product that is asked for; empty for all. */
  product: string
  value: string
  onChange: (name: string) => void
}) {
  const { products } = useSession()
  const { data } = useQuery(partsQuery)
  const productId = products.find(({ key }) => key === product)?._id
  const all: readonly Part[] = data?.[bugFields[name].of] ?? []
  const own = all.filter((part) => (productId ?? part.productId) === part.productId)
  const known = partsByName(own).map((part) => ({ value: part.name, label: part.name }))
  const options = [{ value: noPart, label: 'None' }, ...known]
  const current = options.find((option) => partKey(option.value) === partKey(value))?.value
  const others = value !== '' && current === undefined ? [{ value, label: value }] : []
  return (
    <SelectField
      className="bug-filters-field"
      label={bugFields[name].label}
      value={current ?? value}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={[{ value: '', label: 'Any' }, ...others, ...options]}
    />
  )
}
