import { filledText, oneOf, recordId, text } from '#shared/http/fields.ts'
import { productReference } from '#shared/products/product-reference.ts'
import { person } from '#shared/users/contract.ts'
import * as z from 'zod/mini'

/** What a custom field holds. */
export const fieldKinds = ['text', 'number', 'date', 'choice', 'choices', 'person', 'link', 'yes-no'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** Those by which a list is sorted: with one value, which has an order of its own. */
export const sortableKinds: ReadonlySet<FieldKind> = new Set(['text', 'number', 'date', 'choice', 'link', 'yes-no'])

/** When a custom field must have a value. */
const requirements = ['never', 'report', 'close'] as const
export type Requirement = (typeof requirements)[number]

/** Fields of one product that are not retired, at most. */
export const maxFields = 25
export const maxFieldName = 60
export const maxFieldHelp = 300
export const maxChoices = 50
export const maxChoiceLength = 60
export const maxFieldText = 1_000
export const maxLinkLength = 2_000
/** Templates of one product that are not archived, at most. */
export const maxTemplates = 25
export const maxTemplateName = 60
export const maxTemplateAbout = 300

/** What a key is made of; it names the field in the API and in searches, and never changes. */
export const fieldKeyPattern = /^[a-z][a-z0-9-]{1,29}$/

export const isChoiceKind = (kind: FieldKind): kind is 'choice' | 'choices' => kind === 'choice' || kind === 'choices'

/** A custom field of a product. */
export const customField = z.object({
  _id: recordId,
  product: productReference,
  /** Names it in the API and in searches; unique in its product. */
  key: z.string(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  /** What is to be entered. */
  help: z.string(),
  /** Of the kinds choice and choices: what is offered. */
  choices: z.array(z.string()),
  required: z.enum(requirements),
  /** It is no longer offered, and shown where it has a value. */
  isRetired: z.boolean(),
})
export type CustomField = z.output<typeof customField>

/** A value as bugs have it in the API: a date as 2026-01-31, a person with their name, several choices as an array. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), person])
export type FieldValue = z.output<typeof fieldValue>
/** The values of a bug by the keys of its product's fields. */
export const fieldValues = z.catchall(z.object({}), fieldValue)
export type FieldValues = Readonly<Record<string, FieldValue>>

/** A value as it is stored and recorded: of a person the id alone. */
export type StoredValue = string | number | boolean | readonly string[] | { readonly _id: string }
export type StoredFields = Readonly<Record<string, StoredValue>>

/** Values to set, by the keys of their fields; null for none. A person by their id. */
export const givenFields = z
  .catchall(
    z.object({}),
    z.union([
      z.null(),
      text(maxLinkLength),
      z.number(),
      z.boolean(),
      z.array(text(maxChoiceLength)).check(z.maxLength(maxChoices, `must be at most ${maxChoices} choices`)),
    ]),
  )
  .check(
    z.refine((fields) => Object.keys(fields).length <= 100, 'must be at most 100 fields'),
    z.refine(
      (fields) => Object.keys(fields).every((key) => fieldKeyPattern.test(key)),
      'must have keys of custom fields',
    ),
  )
export type GivenFields = z.output<typeof givenFields>

/** Returns a value as people read it. @param nameOf the name of a person */
export function fieldText(value: StoredValue | FieldValue, nameOf: (id: string) => string = () => ''): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return (value as readonly string[]).join(', ')
  const someone = value as { readonly _id: string; readonly fullName?: string }
  return someone.fullName ?? nameOf(someone._id)
}

const isPerson = (value: StoredValue): value is { readonly _id: string } => typeof value === 'object' && '_id' in value

/** Returns the ids of the people in some values. */
export const peopleIn = (fields: StoredFields): string[] =>
  Object.values(fields).flatMap((value) => (isPerson(value) ? [value._id] : []))

/** Returns values as the API has them. @param people those in the values, and maybe others */
export function fieldsWithNames(
  fields: StoredFields,
  people: readonly { readonly _id: string; readonly fullName: string }[],
): Record<string, FieldValue> {
  const named = Object.entries(fields).map(([key, value]): [string, FieldValue] => {
    if (!isPerson(value)) return [key, typeof value === 'object' ? [...value] : value]
    return [key, { _id: value._id, fullName: people.find(({ _id }) => _id === value._id)?.fullName ?? '' }]
  })
  return Object.fromEntries(named)
}

/** Returns values with the accounts that people were found to be. @param given the ids of these, by those of the people */
export function fieldsWithAccounts(fields: StoredFields, given: ReadonlyMap<string, string>): StoredFields {
  if (given.size === 0) return fields
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, withAccount(value, given)]))
}

/** The same of one value. */
export function withAccount(value: StoredValue, given: ReadonlyMap<string, string>): StoredValue {
  const account = isPerson(value) ? given.get(value._id) : undefined
  return account === undefined ? value : { _id: account }
}

/** The name by which a refusal tells a custom field that was to be set. */
export const givenField = (key: string): `fields.${string}` => `fields.${key}`

const choice = filledText(maxChoiceLength)
/** Words that searches for a choice give a meaning of their own. */
const reserved = new Set(['none'])

const choicesShape = z.array(choice).check(
  z.maxLength(maxChoices, `must be at most ${maxChoices} choices`),
  z.refine((all) => new Set(all.map((one) => one.trim().toLowerCase())).size === all.length, 'must be different'),
  z.refine((all) => all.every((one) => !reserved.has(one.trim().toLowerCase())), 'must not be ‘none’'),
)

/** What an administrator says of a field; its key and its kind are said once. */
export const fieldFacts = {
  name: filledText(maxFieldName),
  help: text(maxFieldHelp),
  choices: choicesShape,
  required: oneOf(requirements),
}

/** Returns the value of a field; null for none. A key may be the name of what every object has. */
export function valueIn<V>(fields: Readonly<Record<string, V>>, key: string): V | null {
  return Object.hasOwn(fields, key) ? (fields[key] ?? null) : null
}
