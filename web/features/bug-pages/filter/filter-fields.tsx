import { NativeSelect } from '@mantine/core'
import { bugFields, eachField, filterFields } from '#shared/bugs/fields.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import { AgeRange, PageSize, SortOrder } from '#web/ui/lists/filter-fields.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import type { FilterDraft } from './filter-draft.ts'
import { sortWords } from './filter-words.ts'
import './filter-fields.css'

const closedChoices = [
  { value: 'both', words: 'Both' },
  { value: 'open', words: 'Open only' },
  { value: 'closed', words: 'Closed only' },
] as const

/** The part of the filter panel that folds away. */
export function FilterFields({
  draft,
  sorts,
  error,
  onChange,
}: {
  draft: FilterDraft
  sorts: readonly BugSort[]
  error: string | undefined
  onChange: (part: Partial<FilterDraft>) => void
}) {
  return (
    <div className="filter-fields bug-filters">
      {filterFields.map((name) => (
        <NativeSelect
          key={name}
          className="bug-filters-field"
          label={bugFields[name].label}
          value={draft[name]}
          onChange={(event) => onChange(eachField([name], () => event.currentTarget.value))}
          data={[{ value: '', label: 'Any' }, ...bugFields[name].values]}
        />
      ))}
      <Choice label="State" choices={closedChoices} value={draft.closed} onChange={(closed) => onChange({ closed })} />
      <AgeRange minAge={draft.minAge} maxAge={draft.maxAge} error={error} onChange={onChange} />
      <SortOrder
        sortBy={draft.sortBy}
        isInverted={draft.sortByInvert}
        choices={sorts.map((value) => ({ value, label: sortWords[value] }))}
        onChange={onChange}
      />
      <PageSize value={draft.pageSize} onChange={(pageSize) => onChange({ pageSize })} />
    </div>
  )
}
