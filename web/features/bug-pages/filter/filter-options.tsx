import { IconForms, IconUser, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { bugFields, filterFields, type PartName, partNames } from '#shared/bugs/fields.ts'
import { peopleFilters } from '#shared/bugs/words.ts'
import { type CustomField, isChoiceKind } from '#shared/custom-fields/custom-field.ts'
import { isFieldTerm } from '#shared/custom-fields/field-name.ts'
import type { Label } from '#shared/labels/label.ts'
import { noPart } from '#shared/parts/part.ts'
import type { ProductChoice } from '#shared/products/product-reference.ts'
import { fieldsAskedIn, fieldTermsOf } from '#shared/search/field-term.ts'
import { ChoiceIcon, type FilterName } from '#web/features/bugs/public.ts'
import { LabelDot } from '#web/features/labels/public.ts'
import { beginsAWord } from '#web/lib/begins-a-word.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import type { PickerGroup, PickerItem } from '#web/ui/overlays/popup-props.ts'
import { partIcon } from '../facts/part-options.tsx'
import { productIcon } from '../facts/product-options.tsx'
import type { FilterDraft } from './filter-draft.ts'
import { filterWords, type NameOf } from './filter-words.ts'
import type { Suggested } from './people-query.ts'

/** A filter that may be added. */
export interface FilterOption extends PickerItem {
  /** What it sets in the panel. */
  readonly part: Partial<FilterDraft>
}

export interface FilterGroup extends PickerGroup {
  readonly items: readonly FilterOption[]
}

/** What a search may be narrowed by that only the server knows. */
export interface Known {
  readonly labels: readonly Label[]
  /** Names, by the fields that hold them; without those that no product has. */
  readonly parts: Readonly<Partial<Record<PartName, readonly string[]>>>
  readonly products: readonly ProductChoice[]
  /** Those of the product that is asked for. */
  readonly fields: readonly CustomField[]
  /** Who is called as typed. */
  readonly people: readonly Suggested[]
}

/** Most of one kind while nothing is typed: the others are found by typing. */
const mostUntyped = 8

/**
 * Returns every filter that fits what was typed, each by the words of its chip, by kind and without empty kinds. Those of
 * people who were found come last: they come later, and must not take the first place from what is there.
 */
export function filterOptions(draft: FilterDraft, typed: string, known: Known): readonly FilterGroup[] {
  // Other products have other fields.
  const ofProduct = { fields: '', ...(isFieldTerm(draft.sortBy) && { sortBy: 'createdOn', sortByInvert: false }) }
  const groups: readonly FilterGroup[] = [
    { name: 'State', items: stateOptions },
    ...filterFields.map((name) => ({
      name: bugFields[name].label,
      items: bugFields[name].values.map((value) => filterOption(name, value, <ChoiceIcon name={name} value={value} />)),
    })),
    { name: 'Assignee', items: [filterOption('assignee', '@me', <IconUser {...small} />), unassigned] },
    { name: 'Reported by', items: [filterOption('author', '@me', <IconUser {...small} />)] },
    {
      name: 'Product',
      items: known.products.map(({ key, name, icon, isArchived }) => ({
        ...option(
          `Product: ${name}${isArchived ? ' (archived)' : ''}`,
          { product: key, ...ofProduct },
          productIcon(icon),
        ),
        hint: key,
      })),
    },
    {
      name: 'Label',
      items: known.labels.map(({ name, tone }) => filterOption('label', name, <LabelDot tone={tone} />)),
    },
    ...partNames.map((name) => ({ name: bugFields[name].label, items: partOptions(name, known.parts[name]) })),
    ...known.fields.map((field) => ({
      name: `Field ${field.key}`,
      items: fieldOptions(field, draft.fields, fieldValues(field)),
    })),
  ]
  const fits = fitting(typed)
  return [
    ...groups.map(({ name, items }) => ({
      name,
      items: typed.trim() === '' ? items.slice(0, mostUntyped) : items.filter((one) => fits(one)),
    })),
    { name: 'People', items: foundOptions(draft, known).filter((one) => fits(one, nameIn(typed, known.fields))) },
  ]
    .map(({ name, items }) => ({ name, items: items.map((one) => ({ ...one, isCurrent: isSet(draft, one.part) })) }))
    .filter(({ items }) => items.length > 0)
}

/** Returns the part of what was typed that may be somebody's name: all but what a filter by people is called. */
export function nameIn(typed: string, fields: readonly CustomField[] = []): string {
  const text = typed.trim()
  const own = fields.filter(({ kind }) => kind === 'person').map(({ name }) => name.toLowerCase())
  const called = [...own, 'assigned to', 'assigned', 'assignee', 'reported by', 'reported'].find(
    (name) => text.toLowerCase().startsWith(name) && /^(?:[\s:]|$)/.test(text.slice(name.length)),
  )
  return called === undefined ? text : text.slice(called.length).replace(/^[\s:]+/, '')
}

/** Returns what says whether an option fits: by the beginnings of its words, or of somebody's name that the server found. */
function fitting(typed: string): (one: FilterOption, found?: string) => boolean {
  const words = wordsIn(typed)
  return ({ words: own, hint = '' }, found = '') => {
    const [known, called] = [`${own} ${own.replace(': ', ':')} ${hint}`, wordsIn(found)]
    return words.every((word) => beginsAWord(known, word) || called.includes(word))
  }
}

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/:?\s+|:$/)
    .filter((word) => word !== '')

const small = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

const stateOptions = [
  filterOption('closed', 'open', <ChoiceIcon name="status" value="Open" />),
  filterOption('closed', 'closed', <ChoiceIcon name="status" value="Closed" />),
]

const unassigned = filterOption('assignee', 'none', <IconUserOff {...small} />)

function foundOptions(draft: FilterDraft, { people, fields }: Known): readonly FilterOption[] {
  const isNamesake = (fullName: string) => people.filter((one) => one.fullName === fullName).length > 1
  const ofPeople = peopleFilters.flatMap((filter) =>
    people.map(({ _id, fullName }) => ({
      ...filterOption(filter, _id, <Avatar name={fullName} size={20} />, () => fullName),
      hint: isNamesake(fullName) ? _id.slice(-8) : undefined,
    })),
  )
  const names = [...new Set(people.map(({ fullName }) => fullName))]
  const ofFields = fields.filter(({ kind }) => kind === 'person')
  return [...ofPeople, ...ofFields.flatMap((field) => fieldOptions(field, draft.fields, names))]
}

/** @param names undefined where no product has any */
function partOptions(name: PartName, names: readonly string[] | undefined): readonly FilterOption[] {
  if (!names) return []
  return [...names, noPart].map((value) => filterOption(name, value, partIcon(bugFields[name].of)))
}

function fieldOptions(field: CustomField, terms: string, values: readonly string[]): readonly FilterOption[] {
  const asked = fieldsAskedIn(terms)
  return values.map((value) => {
    const words = `${field.name}: ${value === '@me' ? 'me' : value}`
    return option(words, { fields: fieldTermsOf(new Map([...asked, [field.key, value]])) }, <IconForms {...small} />)
  })
}

/** Those that can be listed. */
function fieldValues({ kind, choices }: CustomField): readonly string[] {
  if (isChoiceKind(kind)) return [...choices, 'none']
  if (kind === 'yes-no') return ['yes', 'no', 'none']
  return kind === 'person' ? ['@me', 'none'] : ['none']
}

/** One that a chip has words for. */
function filterOption(
  name: Exclude<FilterName, 'keywords' | 'fields'>,
  value: string,
  icon: ReactNode,
  nameOf?: NameOf,
): FilterOption {
  return option(filterWords({ [name]: value }, name, nameOf), { [name]: value }, icon)
}

function option(words: string, part: Partial<FilterDraft>, icon: ReactNode): FilterOption {
  return { key: JSON.stringify(part), words, part, icon }
}

function isSet(draft: FilterDraft, { product, ...part }: Partial<FilterDraft>): boolean {
  if (product !== undefined) return draft.product === product
  return Object.entries(part).every(([name, value]) => draft[name as keyof FilterDraft] === value)
}
