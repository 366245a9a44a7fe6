import * as z from 'zod/mini'
import { baseVersion } from '#shared/history/base-version.ts'
import { optionalQuery } from '#shared/http/fields.ts'
import {
  bugFields,
  type ChoiceName,
  choiceNames,
  type ChoiceValue,
  eachField,
  type FilterField,
  filterFields,
  type PlainName,
  plainNames,
} from './fields.ts'

type ChoiceShape<N extends ChoiceName> = z.ZodMiniEnum<{ [V in ChoiceValue<N>]: V }>

/** One value of each field that has a few, by the field's name. */
export const choiceShapes = eachField(choiceNames, (name) => {
  const { values } = bugFields[name]
  return z.enum(values, `must be one of: ${values.join(', ')}`)
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

const settable = eachField(plainNames, (name) => z.optional(choiceShapes[name])) as {
  [N in PlainName]: z.ZodMiniOptional<ChoiceShape<N>>
}

/** The plain fields that a change sets: one at least, and none that is not known. */
export const fieldChanges = z.strictObject({ ...settable, baseVersion }).check(
  z.refine((body) => plainNames.some((name) => body[name] !== undefined), {
    message: `must set one of: ${plainNames.join(', ')}`,
  }),
)
