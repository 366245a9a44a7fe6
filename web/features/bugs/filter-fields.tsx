import { Input, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { bugSorts, classifications } from '#shared/bugs/words.ts'
import { Choice } from './choice.tsx'
import type { FilterDraft } from './filter-draft.ts'
import { sortWords } from './filter-words.ts'
import { pageSizesWith } from './page-sizes.ts'

const closedChoices = [
  { value: 'both', words: 'Both' },
  { value: 'open', words: 'Open only' },
  { value: 'closed', words: 'Closed only' },
] as const

/** The part of the filter panel that folds away. */
export function FilterFields({
  draft,
  error,
  onChange,
}: {
  draft: FilterDraft
  error: string | undefined
  onChange: (part: Partial<FilterDraft>) => void
}) {
  const errorId = useId()
  const age = (name: 'minAge' | 'maxAge', label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder="Any"
      value={draft[name]}
      error={error !== undefined}
      aria-describedby={error && errorId}
      onChange={(event) => onChange({ [name]: event.currentTarget.value.replace(/\D/g, '').slice(0, 6) })}
    />
  )
  return (
    <div className="filter-fields">
      <NativeSelect
        label="Classification"
        value={draft.classification}
        onChange={(event) => onChange({ classification: event.currentTarget.value })}
        data={[{ value: '', label: 'Any' }, ...classifications]}
      />
      <Choice label="State" choices={closedChoices} value={draft.closed} onChange={(closed) => onChange({ closed })} />
      <div className="filter-pair">
        {age('minAge', 'Min age (days)')}
        {age('maxAge', 'Max age (days)')}
        <div className="filter-ages-error" role="alert">
          {error && <Input.Error id={errorId}>{error}</Input.Error>}
        </div>
      </div>
      <div className="filter-order">
        <NativeSelect
          label="Sort by"
          value={draft.sortBy}
          onChange={(event) => onChange({ sortBy: event.currentTarget.value })}
          data={bugSorts.map((value) => ({ value, label: sortWords[value] }))}
        />
        <label className="filter-invert">
          <input
            type="checkbox"
            checked={draft.sortByInvert}
            onChange={(event) => onChange({ sortByInvert: event.currentTarget.checked })}
          />
          Invert order
        </label>
      </div>
      <NativeSelect
        label="Page size"
        value={draft.pageSize}
        onChange={(event) => onChange({ pageSize: event.currentTarget.value })}
        data={pageSizesWith(Number(draft.pageSize)).map(String)}
      />
    </div>
  )
}
