import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import './filter-fields.css'

/** Shows the least and greatest age, in whole days. An error is announced at the first field, and shown below both. */
export function AgeRange({
  minAge,
  maxAge,
  error,
  onChange,
}: {
  minAge: string
  maxAge: string
  error: string | undefined
  onChange: (part: { minAge?: string; maxAge?: string }) => void
}) {
  const age = (name: 'minAge' | 'maxAge', label: string, value: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder="Any"
      value={value}
      error={name === 'minAge' ? error : error !== undefined}
      errorRole="alert"
      onChange={(event) => onChange({ [name]: event.currentTarget.value.replace(/\D/g, '').slice(0, 6) })}
    />
  )
  return (
    <div className="filter-pair filter-ages">
      {age('minAge', 'Min age (days)', minAge)}
      {age('maxAge', 'Max age (days)', maxAge)}
    </div>
  )
}

/** Shows the order of the results, and whether it is inverted. */
export function SortOrder({
  sortBy,
  isInverted,
  choices,
  onChange,
}: {
  sortBy: string
  isInverted: boolean
  choices: ReadonlyArray<{ value: string; label: string }>
  onChange: (part: { sortBy?: string; sortByInvert?: boolean }) => void
}) {
  return (
    <div className="filter-pair filter-order">
      <SelectField
        label="Sort by"
        value={sortBy}
        onChange={(event) => onChange({ sortBy: event.currentTarget.value })}
        options={choices}
      />
      <label className="filter-invert">
        <input
          type="checkbox"
          checked={isInverted}
          onChange={(event) => onChange({ sortByInvert: event.currentTarget.checked })}
        />
        Invert order
      </label>
    </div>
  )
}
