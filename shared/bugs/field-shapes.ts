import * as z from 'zod/mini'
import { baseVersion } from '#shared/history/base-version.ts'
import { givenFields } from '#shared/custom-fields/custom-field.ts'
import { fieldTermPattern } from '#shared/custom-fields/field-name.ts'
import { exactId, oneOf, optionalQuery, text } from '#shared/http/fields.ts'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { label, maxLabelName, maxLabelsOfBug } from '#shared/labels/label.ts'
import { maxPartName, partReference } from '#shared/parts/part.ts'
import { namedProductPattern } from '#shared/products/words.ts'
import { fieldTermsPattern } from '#shared/search/field-term.ts'
import {
  type AddName,
  addName,
  bugFields,
  type ChoiceName,
  choiceNames,
  type ChoiceValue,
  eachField,
  type FlagName,
  flagNames,
  type FilterField,
  filterFields,
  type LabelsName,
  labelsNames,
  type PartName,
  partNames,
  type PlainName,
  plainNames,
  type RemoveName,
  removeName,
  settableNames,
} from './fields.ts'
import { bugSorts, type ListSort } from './words.ts'

export type ChoiceShape<N extends ChoiceName> = z.ZodMiniEnum<{ [V in ChoiceValue<N>]: V }>

/** One value of each field that has a few, by the field's name. */
export const choiceShapes = eachField(choiceNames, (name) => {
  const { values } = bugFields[name]
  return oneOf(values)
}) as unknown as { [N in ChoiceName]: ChoiceShape<N> }

/** The plain fields, as every bug of the API has them. */
export const plainShapes = eachField(plainNames, (name) => choiceShapes[name]) as {
  [N in PlainName]: ChoiceShape<N>
}

/** The fields that the list filters by, as query parameters. */
export const filterQuery = eachField(filterFields, (name) => optionalQuery(choiceShapes[name])) as {
  [N in FilterField]: ReturnType<typeof optionalQuery<ChoiceShape<N>>>
}

/** The same in a body: absent where nothing is asked of the field. */
export const filterShapes = eachField(filterFields, (name) => z.optional(choiceShapes[name])) as {
  [N in FilterField]: z.ZodMiniOptional<ChoiceShape<N>>
}

const personNamed = (pattern: RegExp, message: string) => text(24).check(z.regex(pattern, message))

/** Whom the list filters by: a person's id, `@me`, or `none` for nobody. */
export const peopleShapes = {
  assignee: personNamed(/^(@me|none|[0-9a-f]{24})$/, 'must be an id of 24 hexadecimal digits, @me or none'),
  author: personNamed(/^(@me|[0-9a-f]{24})$/, 'must be an id of 24 hexadecimal digits or @me'),
}

/** The product that the list shows, by its key. */
export const productShape = text(10).check(z.regex(namedProductPattern, 'must be the key of a product'))

/** Sets of labels, as every bug of the API has them. */
export const labelsShapes = eachField(labelsNames, () => z.array(label)) as {
  [N in LabelsName]: z.ZodMiniArray<typeof label>
}

/** Parts of the product, as every bug of the API has them; null for none. */
export const partShapes = eachField(partNames, () => z.nullable(partReference)) as {
  [N in PartName]: z.ZodMiniNullable<typeof partReference>
}

const namedPart = text(maxPartName).check(z.refine((name) => name.trim() !== '', 'must not be empty'))

/** The names of the parts that the list filters by, in whatever case, or `none`; as query parameters. */
export const partQuery = eachField(partNames, () => optionalQuery(namedPart)) as {
  [N in PartName]: ReturnType<typeof optionalQuery<typeof namedPart>>
}

/** The same in a body: absent where nothing is asked of the field. */
export const partFilters = eachField(partNames, () => z.optional(namedPart)) as {
  [N in PartName]: z.ZodMiniOptional<typeof namedPart>
}

/** The name of a label that the list filters by, in whatever case; by the term that asks for it. */
export const labelFilter = text(maxLabelName).check(z.refine((name) => name.trim() !== '', 'must not be empty'))

/** Custom fields that the list filters by: terms such as `field.browser:Firefox`, with spaces between them. */
export const fieldsFilter = text(maxKeywordsLength).check(
  z.regex(fieldTermsPattern, 'must be terms of custom fields, such as field.browser:Firefox'),
)

const knownSorts = `must be one of: ${bugSorts.join(', ')}, or the name of a custom field such as field.browser`
/** What the list is sorted by. */
export const sortShape = z.union([
  z.enum(bugSorts),
  z.string().check(z.regex(fieldTermPattern, knownSorts)),
]) as unknown as z.ZodMiniType<ListSort, string>

const labelIds = z.array(exactId).check(z.maxLength(maxLabelsOfBug, `must be at most ${maxLabelsOfBug} labels`))

/** What is added to a set of labels and removed from it. */
export const labelsChange = z
  .strictObject({ add: z.optional(labelIds), remove: z.optional(labelIds) })
  .check(z.refine(({ add, remove }) => add !== undefined || remove !== undefined, 'must have add or remove'))

const settable = eachField(plainNames, (name) => z.optional(choiceShapes[name])) as {
  [N in PlainName]: z.ZodMiniOptional<ChoiceShape<N>>
}

const settableFlags = eachField(flagNames, () => z.optional(z.boolean())) as {
  [N in FlagName]: z.ZodMiniOptional<z.ZodMiniBoolean>
}

const partId = z.nullable(exactId)
const settableParts = eachField(partNames, () => z.optional(partId)) as {
  [N in PartName]: z.ZodMiniOptional<typeof partId>
}

type LabelsShape = z.ZodMiniOptional<typeof labelIds>
const settableLabels = Object.fromEntries(
  labelsNames.flatMap((name) => [name, addName(name), removeName(name)]).map((key) => [key, z.optional(labelIds)]),
) as { [N in LabelsName as N | AddName<N> | RemoveName<N>]: LabelsShape }

/** The names of what `fieldChanges` may set. */
export const changeNames = [
  ...settableNames,
  ...(Object.keys(settableLabels) as (keyof typeof settableLabels)[]),
  'fields' as const,
]

/**
 * The fields that a change sets: one at least, and none that is not known. Of labels the whole set, or what is added to it and
 * removed from it.
 */
export const fieldChanges = z
  .strictObject({
    ...settable,
    ...settableFlags,
    ...settableParts,
    ...settableLabels,
    fields: z.optional(givenFields),
    baseVersion,
  })
  .check(
    z.refine((body) => changeNames.some((name) => body[name] !== undefined), {
      message: `must set one of: ${changeNames.join(', ')}`,
    }),
  )
