import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as contract from '#shared/custom-fields/contract.ts'
import { type CustomField, isChoiceKind, maxFields, type Requirement } from '#shared/custom-fields/custom-field.ts'
import { sql } from 'kysely'
import { isSame, moveTo, placed, placeOf, readField } from './field-store.ts'
import { requireProduct } from './require-product.ts'

/** Defines a custom field of a product. @throws AppError not-found, invalid-input; conflict when its key is taken */
export async function createField(
  { actor, params, body }: Call<typeof contract.createField>,
  tx: Tx,
): Promise<CustomField> {
  await acquireAdvisoryLock(tx, 'products')
  const product = await requireProduct(tx, params.productId)
  const { required = 'never', choices = [], kind, key } = body
  refuseFirst(product.isFirst, required)
  refuseChoices(kind, choices)
  await refuseTooMany(tx, product.number)
  const taken = await tx
    .selectFrom('product_fields')
    .select(['name', 'retired_on'])
    .where('product_number', '=', product.number)
    .where('key', '=', key)
    .executeTakeFirst()
  if (taken) {
    const what = taken.retired_on === null ? 'The field' : 'The retired field'
    throw new AppError('conflict', `${what} ‘${taken.name}’ of this product has this key already.`, { field: 'key' })
  }
  const createdOn = new Date()
  const facts = {
    ...{ key, kind, name: body.name.trim(), help: body.help?.trim() ?? '' },
    ...{ choices: choices.map((one) => one.trim()), required },
  }
  const id = newRecordId(createdOn)
  await tx
    .insertInto('product_fields')
    .values({
      ...facts,
      id,
      product_number: product.number,
      place: sql<number>`(select coalesce(max(place) + 1, 0) from product_fields where product_number = ${product.number})`,
      retired_on: null,
      created_on: createdOn,
    })
    .execute()
  await recordEvent(tx, {
    type: 'custom-field-created',
    subjectId: id,
    actorId: actor.userId,
    payload: { productId: product.id, ...facts },
  })
  return readField(tx, id)
}

/** Changes a custom field. @throws AppError not-found, invalid-input */
export async function editField(
  { actor, params, body }: Call<typeof contract.editField>,
  tx: Tx,
): Promise<CustomField> {
  await acquireAdvisoryLock(tx, 'products')
  const before = await readField(tx, params.fieldId)
  const product = await requireProduct(tx, before.product._id)
  const { place, ...given } = body
  const wanted = {
    name: given.name?.trim() ?? before.name,
    help: given.help?.trim() ?? before.help,
    choices: given.choices?.map((one) => one.trim()) ?? before.choices,
    required: given.required ?? before.required,
    isRetired: given.isRetired ?? before.isRetired,
  }
  refuseFirst(product.isFirst, wanted.required)
  refuseChoices(before.kind, wanted.choices)
  if (before.isRetired && !wanted.isRetired) await refuseTooMany(tx, product.number)
  const at = await placeOf(tx, placed.fields, before._id)
  const isMoved = place !== undefined && place !== at
  if (!isMoved && isSame(before, wanted)) return before
  const { isRetired, ...facts } = wanted
  await tx
    .updateTable('product_fields')
    .set({
      ...facts,
      ...(isRetired !== before.isRetired && { retired_on: isRetired ? new Date() : null }),
    })
    .where('id', '=', before._id)
    .execute()
  if (isMoved) await moveTo(tx, placed.fields, { id: before._id, at: place })
  await recordEvent(tx, {
    type: 'custom-field-changed',
    subjectId: before._id,
    actorId: actor.userId,
    payload: { ...wanted, ...(isMoved && { place }) },
  })
  return readField(tx, before._id)
}

/** Whoever reports to the first product needs to know of no fields. */
function refuseFirst(isFirst: boolean, required: Requirement): void {
  if (!isFirst || required !== 'report') return
  throw new AppError(
    'invalid-input',
    'Reports to the first product need no custom field: make the field required at close, or define it in another product.',
    { field: 'required' },
  )
}

function refuseChoices(kind: CustomField['kind'], choices: readonly string[]): void {
  if (isChoiceKind(kind) && choices.length === 0)
    throw new AppError('invalid-input', `A field of the kind ${kind} needs choices.`, { field: 'choices' })
  if (!isChoiceKind(kind) && choices.length > 0)
    throw new AppError('invalid-input', `A field of the kind ${kind} has no choices.`, { field: 'choices' })
}

async function refuseTooMany(tx: Tx, productNumber: number): Promise<void> {
  const { count } = await tx
    .selectFrom('product_fields')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('product_number', '=', productNumber)
    .where('retired_on', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) < maxFields) return
  throw new AppError('conflict', `A product has ${maxFields} custom fields at most; retire one first.`)
}
