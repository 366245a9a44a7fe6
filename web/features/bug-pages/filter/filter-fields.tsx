import { isFieldTerm } from '#shared/custom-fields/field-name.ts'
import { bugFields, eachField, filterFields, partNames } from '#shared/bugs/fields.ts'
import { type BugSort, type ListSort, peopleFilters } from '#shared/bugs/words.ts'
import { useHasParts } from '#web/lib/session/has-parts.ts'
import { useSession } from '#web/lib/session/session.ts'
import { AgeRange, SortOrder } from '#web/ui/lists/filter-fields.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { productOptions } from '../products/product-options.ts'
import type { FilterDraft } from './filter-draft.ts'
import { type NameOf, wordsOfSort } from './filter-words.ts'
import { LabelFilter } from './label-filter.tsx'
import { PartFilter } from './part-filter.tsx'
import { PersonFilter } from './person-filter.tsx'
import './filter-fields.css'

const LateFieldFilters = lazyPart(async () => (await import('./field-filters.tsx')).FieldFilters)

const LateFieldOrder = lazyPart(async () => (await import('./field-order.tsx')).FieldOrder)

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
  nameOf,
  onChange,
}: {
  draft: FilterDraft
  sorts: readonly BugSort[]
  error: string | undefined
  nameOf: NameOf
  onChange: (part: Partial<FilterDraft>) => void
}) {
  const { products, hasForms } = useSession()
  const product = draft.product !== '' || products.length === 0
  const hasParts = useHasParts()
  // One of a custom field that is not known here stands by its key.
  const offered: readonly ListSort[] = isFieldTerm(draft.sortBy) ? [...sorts, draft.sortBy] : sorts
  const order = {
    sortBy: draft.sortBy,
    isInverted: draft.sortByInvert,
    choices: offered.map((value) => ({ value, label: wordsOfSort(value) })),
    onChange,
  }
  return (
    <div className="filter-fields bug-filters">
      {products.length > 0 && (
        <SelectField
          className="bug-filters-field"
          label="Product"
          value={draft.product}
          // Other products have other fields.
          onChange={(event) =>
            onChange({
              product: event.currentTarget.value,
              fields: '',
              ...(isFieldTerm(draft.sortBy) && { sortBy: 'createdOn' }),
            })
          }
          options={productOptions(products, 'Any')}
        />
      )}
      {filterFields.map((name) => (
        <SelectField
          key={name}
          className="bug-filters-field"
          label={bugFields[name].label}
          value={draft[name]}
          onChange={(event) => onChange(eachField([name], () => event.currentTarget.value))}
          options={[{ value: '', label: 'Any' }, ...bugFields[name].values]}
        />
      ))}
      <LabelFilter value={draft.label} onChange={(label) => onChange({ label })} />
      {partNames
        .filter((name) => draft[name] !== '' || hasParts(name))
        .map((name) => (
          <PartFilter
            key={name}
            name={name}
            product={draft.product}
            value={draft[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      {peopleFilters.map((name) => (
        <PersonFilter
          key={name}
          name={name}
          value={draft[name]}
          nameOf={nameOf}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {hasForms && product && (
        <LateFieldFilters
          plain={null}
          part={{ product: draft.product, value: draft.fields, onChange: (fields) => onChange({ fields }) }}
        />
      )}
      <Choice label="State" choices={closedChoices} value={draft.closed} onChange={(closed) => onChange({ closed })} />
      <AgeRange minAge={draft.minAge} maxAge={draft.maxAge} error={error} onChange={onChange} />
      {hasForms && product ? (
        <LateFieldOrder plain={<SortOrder {...order} />} part={{ product: draft.product, ...order }} />
      ) : (
        <SortOrder {...order} />
      )}
    </div>
  )
}
