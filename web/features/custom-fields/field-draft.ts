import type { CustomField, FieldValue, GivenFields } from '#shared/custom-fields/custom-field.ts'
import { readFieldValue } from '#shared/custom-fields/read-field-value.ts'

/** Values while they are entered, by the keys of their fields: a number as it is typed. */
export type FieldDrafts = Readonly<Record<string, FieldValue>>

/** Returns a value as the server takes it; null for none. */
export function givenOf({ kind }: Pick<CustomField, 'kind'>, draft: FieldValue | undefined): GivenFields[string] {
  if (draft === undefined || draft === '') return null
  if (typeof draft === 'object' && !Array.isArray(draft)) return draft._id
  if (kind !== 'number' || typeof draft !== 'string') return draft
  const typed = draft.trim().replace(',', '.')
  return typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed
}

/** Returns what is wrong with a value. @param isRequired it may not be missing */
export function fieldMistake(
  field: CustomField,
  draft: FieldValue | undefined,
  { isRequired, present }: { readonly isRequired: boolean; readonly present?: FieldValue | undefined },
): string | undefined {
  const read = readFieldValue(field, givenOf(field, draft), present)
  if ('mistake' in read) return read.mistake
  return isRequired && read.value === null ? `${field.name} is needed here.` : undefined
}

/** Returns the values of some fields as the server takes them. */
export function givenFieldsOf(fields: readonly CustomField[], drafts: FieldDrafts): GivenFields {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const given = givenOf(field, drafts[field.key])
      return given === null ? [] : [[field.key, given] as const]
    }),
  )
}
