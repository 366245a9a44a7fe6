import {
  type CustomField,
  isChoiceKind,
  type StoredFields,
  type StoredValue,
} from '#shared/custom-fields/custom-field.ts'
import { readFieldValue } from '#shared/custom-fields/read-field-value.ts'
import { type ImportedPerson, personOf } from './imported-person.ts'

/** Words of a line for custom fields, by the keys or names of these. */
export type FieldsInWords = Readonly<Record<string, string | readonly string[]>>

/** What becomes of them in a product. */
export interface FoundFields {
  /** By the keys of its fields; people are met later. */
  readonly values: readonly (readonly [key: string, value: StoredValue | ImportedPerson])[]
  /** What the product has no field for, or none that takes it: kept with the history. */
  readonly kept: FieldsInWords
}

/** Finds the fields of a product that the words of a line are for, by their keys or names. */
export function foundFields(words: FieldsInWords, fields: Iterable<CustomField>): FoundFields {
  const open = [...fields].filter(({ isRetired }) => !isRetired)
  const values = new Map<string, StoredValue | ImportedPerson>()
  const kept: Record<string, string | readonly string[]> = {}
  for (const [name, said] of Object.entries(words)) {
    const plain = name.trim().toLowerCase()
    const field = open.find(({ key }) => key === plain) ?? open.find((one) => one.name.trim().toLowerCase() === plain)
    const value = field && valueOf(field, said)
    if (field && value !== null && value !== undefined && !values.has(field.key)) values.set(field.key, value)
    else kept[name] = said
  }
  return { values: [...values], kept }
}

function valueOf(field: CustomField, said: string | readonly string[]): StoredValue | ImportedPerson | null {
  const list = typeof said === 'string' ? [said] : said
  const text = list.join(', ').trim()
  if (field.kind === 'person') return personOf(text, null)
  const read = readFieldValue(field, givenOf(field, text, list))
  return 'value' in read ? read.value : null
}

function givenOf(field: CustomField, text: string, list: readonly string[]): unknown {
  if (isChoiceKind(field.kind)) {
    const offered = (word: string) => field.choices.find((one) => one.toLowerCase() === word.trim().toLowerCase())
    if (field.kind === 'choice') return offered(text)
    // Some trackers write a list as one text.
    const words = list.length === 1 && offered(text) === undefined ? text.split(/[,;]/) : list
    const meant = words.map(offered)
    return meant.includes(undefined) ? text : meant
  }
  if (field.kind === 'number') return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (field.kind === 'date') return /^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text
  if (field.kind === 'yes-no') return answers[text.toLowerCase()] ?? text
  return text
}

const answers: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
}

/** Returns the values as they are stored. @param idOf the id of a person who was met */
export function storedFields({ values }: FoundFields, idOf: (person: ImportedPerson) => string): StoredFields {
  return Object.fromEntries(
    values.map(([key, value]) => [key, isImportedPerson(value) ? { _id: idOf(value) } : value] as const),
  )
}

/** The people whom they name. */
export const peopleIn = ({ values }: FoundFields): ImportedPerson[] =>
  values.flatMap(([, value]) => (isImportedPerson(value) ? [value] : []))

const isImportedPerson = (value: StoredValue | ImportedPerson): value is ImportedPerson =>
  typeof value === 'object' && 'fullName' in value
