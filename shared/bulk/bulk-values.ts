import { type ChoiceShape, choiceShapes, labelsChange } from '#shared/bugs/field-shapes.ts'
import {
  bugFields,
  type BulkName,
  bulkNames,
  type BulkValues,
  type ChoiceName,
  eachField,
  type FlagName,
  isPart,
  type LabelsName,
  type PartName,
  type ProductName,
} from '#shared/bugs/fields.ts'
import { fieldValue, type GivenFields, givenFields, maxFields } from '#shared/custom-fields/custom-field.ts'
import { exactId } from '#shared/http/fields.ts'
import { label } from '#shared/labels/label.ts'
import { partReference } from '#shared/parts/part.ts'
import { productReference } from '#shared/products/product-reference.ts'
import { person } from '#shared/users/contract.ts'
import * as z from 'zod/mini'

const isChoice = (name: BulkName): name is BulkName & ChoiceName => bugFields[name].kind === 'choice'

const isFlag = (name: BulkName): name is BulkName & FlagName => bugFields[name].kind === 'flag'

const isProduct = (name: BulkName): name is BulkName & ProductName => bugFields[name].kind === 'product'
const isLabels = (name: BulkName): name is BulkName & LabelsName => bugFields[name].kind === 'labels'

interface Shapes {
  person: z.ZodMiniType
  product: z.ZodMiniType
  labels: z.ZodMiniType
  part: z.ZodMiniType
}

type BulkShapes<S extends Shapes> = {
  [N in BulkName]: z.ZodMiniOptional<
    N extends ChoiceName
      ? ChoiceShape<N>
      : N extends FlagName
        ? z.ZodMiniBoolean
        : N extends LabelsName
          ? S['labels']
          : N extends ProductName
            ? S['product']
            : z.ZodMiniNullable<N extends PartName ? S['part'] : S['person']>
  >
}

const shapesOf = <S extends Shapes>({ person: someone, product, labels, part }: S) =>
  eachField(bulkNames, (name) => {
    if (isChoice(name)) return z.optional(choiceShapes[name])
    if (isFlag(name)) return z.optional(z.boolean())
    if (isLabels(name)) return z.optional(labels)
    if (isPart(name)) return z.optional(z.nullable(part))
    return z.optional(isProduct(name) ? product : z.nullable(someone))
  }) as unknown as BulkShapes<S>

/**
 * What is set on many bugs at once: one field at least, and none that is not known; a person or product by the id, null for
 * nobody; labels are added and removed. A component or version by the id of one that has the name: each bug gets that of its
 * own product. Custom fields by their keys: each bug needs a product that has them.
 */
export const bulkValues = z
  .strictObject({
    ...shapesOf({ person: exactId, product: exactId, labels: labelsChange, part: exactId }),
    fields: z.optional(
      givenFields.check(
        z.refine((fields) => Object.keys(fields).length <= maxFields, `must be at most ${maxFields} fields`),
      ),
    ),
  })
  .check(
    z.refine(
      ({ fields = {}, ...values }) =>
        bulkNames.some((name) => values[name] !== undefined) || Object.keys(fields).length > 0,
      { message: `must set one of: ${[...bulkNames, 'fields'].join(', ')}` },
    ),
  )

/** The same: values of declared fields, and of custom ones by their keys. */
export type ManyValues = BulkValues & { readonly fields?: GivenFields | undefined }

const labelsTold = z.object({ add: z.array(label), remove: z.array(label) })

/** The same as it is told: people, products, labels, parts and custom fields with their names. */
export const bulkValuesTold = z.object({
  ...shapesOf({ person, product: productReference, labels: labelsTold, part: partReference }),
  /** The name of a custom field is its key where no product has it that the caller sees. */
  fields: z.optional(z.array(z.object({ key: z.string(), name: z.string(), value: z.nullable(fieldValue) }))),
})
