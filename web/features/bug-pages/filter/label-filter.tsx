import { useQuery } from '@tanstack/react-query'
import { labelKey } from '#shared/labels/label.ts'
import { labelsQuery } from '#web/features/labels/public.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'

/** Filters by a label. One that is not known stays, so that an old link says what it asks for. */
export function LabelFilter({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { data = [] } = useQuery(labelsQuery)
  const known = data.map(({ name }) => ({ value: name, label: name }))
  const current = known.find((option) => labelKey(option.value) === labelKey(value))?.value
  const others = value !== '' && current === undefined ? [{ value, label: value }] : []
  return (
    <SelectField
      className="bug-filters-field"
      label="Label"
      value={current ?? value}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={[{ value: '', label: 'Any' }, ...others, ...known]}
    />
  )
}
