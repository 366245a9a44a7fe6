import { useState } from 'react'
import { type CustomField, isChoiceKind } from '#shared/custom-fields/custom-field.ts'
import { fieldsAskedIn, fieldTermsOf } from '#shared/search/field-term.ts'
import { useFields } from '#web/features/custom-fields/public.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** Filters by the custom fields of a product. */
export function FieldFilters({
  product,
  value,
  onChange,
}: {
  /** Its key; empty for the only one. */
  product: string
  /** Terms of custom fields. */
  value: string
  onChange: (terms: string) => void
}) {
  const fields = useFields().filter((field) => (product === '' || field.product.key === product) && !field.isRetired)
  const asked = fieldsAskedIn(value)
  const set = (field: CustomField, text: string) => onChange(fieldTermsOf(new Map([...asked, [field.key, text]])))
  return fields.map((field) => {
    const known = asked.get(field.key) ?? ''
    const parts = { className: 'bug-filters-field', label: field.name }
    const options = isChoiceKind(field.kind) ? field.choices : field.kind === 'yes-no' ? ['yes', 'no'] : undefined
    if (options) {
      const current = options.find((one) => one.toLowerCase() === known.toLowerCase())
      const others = known === '' || known === 'none' || current !== undefined ? [] : [known]
      return (
        <SelectField
          {...parts}
          key={field._id}
          value={current ?? known}
          onChange={(event) => set(field, event.currentTarget.value)}
          options={[{ value: '', label: 'Any' }, ...others, ...options, { value: 'none', label: 'None' }]}
        />
      )
    }
    return <TypedFilter key={field._id} field={field} known={known} onSet={(text) => set(field, text)} />
  })
}

/** A term has no space at its end and no quotes, which belong to what is typed all the same. */
function TypedFilter({ field, known, onSet }: { field: CustomField; known: string; onSet: (text: string) => void }) {
  const [typed, setTyped] = useState(known)
  const isTyping = typed.replaceAll('"', '').trim() === known
  return (
    <TextField
      className="bug-filters-field"
      label={field.name}
      placeholder={placeholders[field.kind] ?? 'Any'}
      autoComplete="off"
      value={isTyping ? typed : known}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onSet(currentTarget.value)
      }}
    />
  )
}

const placeholders: { readonly [K in CustomField['kind']]?: string } = {
  number: 'Any, 5, >5 or 5..10',
  date: 'Any, 2026-01-31 or <7d',
  person: 'Anybody, @me or a name',
}
