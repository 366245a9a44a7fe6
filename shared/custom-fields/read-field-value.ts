import { isStorableText } from '#shared/http/fields.ts'
import {
  type CustomField,
  type FieldKind,
  maxChoiceLength,
  maxFieldText,
  maxLinkLength,
  type StoredValue,
} from './custom-field.ts'

/** What a field that is to be set says of itself. */
type ReadingField = Pick<CustomField, 'key' | 'name' | 'kind' | 'choices'>

/** A value that was read: null for none, or a sentence on what is wrong. */
type ReadValue = { readonly value: StoredValue | null } | { readonly mistake: string }

/**
 * Reads a value that is to be set. Blank text and no choice are no value.
 * @param present what it has already, which stays allowed
 */
export function readFieldValue(field: ReadingField, given: unknown, present?: StoredValue | null): ReadValue {
  if (given === null || given === undefined) return { value: null }
  if (typeof given === 'string' && given.trim() === '') return { value: null }
  const value = readers[field.kind](given, field, present)
  return value === undefined ? { mistake: `${field.name} must be ${expected(field)}.` } : { value }
}

type Reader = (given: unknown, field: ReadingField, present?: StoredValue | null) => StoredValue | null | undefined

const readers: Readonly<Record<FieldKind, Reader>> = {
  text: (given) => textOf(given, maxFieldText),
  number: (given) =>
    typeof given === 'number' && Number.isFinite(given) && Math.abs(given) <= 1e15 ? given : undefined,
  date: (given) => (typeof given === 'string' && isDay(given) ? given : undefined),
  choice: (given, { choices }, present) => {
    const chosen = textOf(given, maxChoiceLength)
    return chosen !== undefined && (choices.includes(chosen) || chosen === present) ? chosen : undefined
  },
  choices: (given, { choices }, present) => {
    if (!Array.isArray(given)) return undefined
    const had = Array.isArray(present) ? (present as readonly unknown[]) : []
    const known = given.every((one) => typeof one === 'string' && (choices.includes(one) || had.includes(one)))
    if (!known) return undefined
    const chosen = [...new Set(given as string[])]
    const placed = [...choices, ...chosen.filter((one) => !choices.includes(one))].filter((one) => chosen.includes(one))
    return placed.length === 0 ? null : placed
  },
  person: (given) => (typeof given === 'string' && /^[0-9a-f]{24}$/.test(given) ? { _id: given } : undefined),
  link: (given) => {
    const address = textOf(given, maxLinkLength)
    return address !== undefined && isAddress(address) ? address : undefined
  },
  'yes-no': (given) => (typeof given === 'boolean' ? given : undefined),
}

const textOf = (given: unknown, max: number) =>
  typeof given === 'string' && given.length <= max && isStorableText(given) ? given.trim() : undefined

/** Whether a text is a day that the calendar has, as 2026-01-31. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const start = new Date(`${value}T00:00:00.000Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === value
}

/** Whether a text is the address of a page. */
export function isAddress(value: string): boolean {
  return /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i.test(value)
}

function expected({ kind, choices }: ReadingField): string {
  switch (kind) {
    case 'text':
      return `text of at most ${maxFieldText} characters`
    case 'number':
      return 'a number'
    case 'date':
      return 'a day such as 2026-01-31'
    case 'choice':
      return `one of: ${choices.join(', ')}`
    case 'choices':
      return `a list of: ${choices.join(', ')}`
    case 'person':
      return 'the id of a person'
    case 'link':
      return 'an address that begins with http:// or https://'
    default:
      return 'true or false'
  }
}
