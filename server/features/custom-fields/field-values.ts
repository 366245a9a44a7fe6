import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { FieldChange, FieldChanges } from '#server/events/event.ts'
import { givenPlaceholders } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  type CustomField,
  fieldsWithNames,
  givenField,
  type FieldValue,
  type FieldValues,
  type GivenFields,
  peopleIn,
  type Requirement,
  type StoredFields,
  type StoredValue,
  valueIn,
  withAccount,
} from '#shared/custom-fields/custom-field.ts'
import { fieldTerm } from '#shared/custom-fields/field-name.ts'
import { readFieldValue } from '#shared/custom-fields/read-field-value.ts'
import { sql } from 'kysely'
import { fieldsNamed, fieldsOfProduct } from './field-store.ts'

/** The custom fields of a product by their keys. */
type ProductFields = ReadonlyMap<string, CustomField>

/** A bug as its custom fields are judged. */
interface FieldedBug {
  readonly productNumber: number
  readonly fields: StoredFields
}

/**
 * What changes, by the name that the field has in the event.
 * @param known the fields of the bug's product, where they were read already
 * @throws AppError invalid-input, naming the field
 */
export async function fieldChanges(
  tx: Tx,
  bug: FieldedBug,
  given: GivenFields,
  known?: ProductFields,
): Promise<FieldChanges> {
  const entries = Object.entries(given)
  if (entries.length === 0) return {}
  const fields = known ?? (await fieldsOfProduct(tx, bug.productNumber))
  const changes = entries.flatMap(([key, value]) => {
    const field = fields.get(key)
    if (!field) throw refusal(key, `This product has no field ‘${key}’.`)
    const from = valueIn(bug.fields, key)
    const read = readFieldValue(field, value, from)
    if ('mistake' in read) throw refusal(key, read.mistake)
    if (isSameValue(from, read.value)) return []
    if (field.isRetired && read.value !== null) throw refusal(key, `${field.name} is retired, and takes no values.`)
    return [changeOf(field, from, read.value)]
  })
  await refuseUnknownPeople(tx, changes)
  return Object.fromEntries(changes)
}

/**
 * Refuses to take away what a bug must have, where many are changed: what corrects one bug would leave many without it.
 * @param fields those of the bug's product
 * @throws AppError invalid-input, naming the field
 */
export function refuseEmptied(bug: { readonly isClosed: boolean }, changes: FieldChanges, fields: ProductFields): void {
  const emptied = Object.values(changes).filter(({ to }) => to === null)
  for (const { key, name } of emptied) {
    const { required = 'never', isRetired = false } = fields.get(key) ?? {}
    const isNeeded = !isRetired && (required === 'report' || (required === 'close' && bug.isClosed))
    if (isNeeded) throw refusal(key, `${name} is required here; it is only emptied on the page of a bug.`)
  }
}

/** The custom fields of a new bug. @param isAsked whether what is required at report is */
export async function fieldsOfReport(
  tx: Tx,
  productNumber: number,
  given: GivenFields,
  isAsked: boolean,
): Promise<StoredFields> {
  const changes = await fieldChanges(tx, { productNumber, fields: {} }, given)
  const fields = withChanges({}, changes)
  if (isAsked) await refuseMissing(tx, { productNumber, fields }, 'report')
  return fields
}

/** Refuses to close a bug that lacks what is required at close. @throws AppError invalid-input, naming the field */
export async function refuseUnfinished(tx: Tx, bug: FieldedBug): Promise<void> {
  await refuseMissing(tx, bug, 'close')
}

async function refuseMissing(tx: Tx, { productNumber, fields }: FieldedBug, required: Requirement): Promise<void> {
  const asked = await tx
    .selectFrom('product_fields')
    .select(['key', 'name'])
    .where('product_number', '=', productNumber)
    .where('required', '=', required)
    .where('retired_on', 'is', null)
    .orderBy('place')
    .execute()
  const missing = asked.filter(({ key }) => valueIn(fields, key) === null)
  const [first] = missing
  if (!first) return
  const names = missing.map(({ name }) => name).join(', ')
  const needs = required === 'close' ? 'Before it is closed, this bug needs' : 'A report to this product needs'
  throw refusal(first.key, `${needs}: ${names}.`)
}

/**
 * What becomes of the custom fields of a bug in another product: those that have the same key and kind there stay.
 * @param restored what a move in the other direction took
 */
export async function changesByMove(
  tx: Db,
  bug: FieldedBug,
  to: number,
  restored: FieldChanges = {},
): Promise<FieldChanges> {
  const isRestoring = Object.keys(restored).length > 0
  if (Object.keys(bug.fields).length === 0 && !isRestoring) return {}
  const [here, there] = [await fieldsOfProduct(tx, bug.productNumber), await fieldsOfProduct(tx, to)]
  const lost = [...here.values()].flatMap((field) => {
    const [value, other] = [valueIn(bug.fields, field.key), there.get(field.key)]
    if (value === null || (other && other.kind === field.kind && !other.isRetired)) return []
    return [changeOf(field, value, null)]
  })
  const given = isRestoring ? await givenPlaceholders(tx) : new Map()
  const back = Object.values(restored).flatMap(({ key, from }) => {
    const field = there.get(key)
    if (!field || from === null || valueIn(bug.fields, key) !== null) return []
    return [changeOf(field, null, withAccount(from, given))]
  })
  return Object.fromEntries([...lost, ...back])
}

/** What takes changes back; of a field that the product no longer has nothing. */
export async function changesBack(tx: Tx, bug: FieldedBug, changes: FieldChanges): Promise<FieldChanges> {
  const fields = await fieldsOfProduct(tx, bug.productNumber)
  const given = await givenPlaceholders(tx)
  const back = Object.values(changes).flatMap(({ key, from: earlier }) => {
    const [field, present] = [fields.get(key), valueIn(bug.fields, key)]
    const from = earlier && withAccount(earlier, given)
    return field && !isSameValue(present, from) ? [changeOf(field, present, from)] : []
  })
  return Object.fromEntries(back)
}

const changeOf = (
  { key, name, kind }: Pick<CustomField, 'key' | 'name' | 'kind'>,
  from: StoredValue | null,
  to: StoredValue | null,
): [name: keyof FieldChanges, change: FieldChange] => [fieldTerm(key), { key, name, kind, from, to }]

/** Returns the custom fields after some changes. */
export function withChanges(fields: StoredFields, changes: FieldChanges): StoredFields {
  const next = new Map(Object.entries(fields))
  for (const { key, to } of Object.values(changes)) {
    if (to === null) next.delete(key)
    else next.set(key, to)
  }
  return Object.fromEntries(next)
}

const isSameValue = (one: StoredValue | null, other: StoredValue | null) =>
  JSON.stringify(one) === JSON.stringify(other)

async function refuseUnknownPeople(tx: Tx, changes: readonly (readonly [string, FieldChange])[]): Promise<void> {
  const people = changes.flatMap(([, { key, name, kind, to }]) =>
    kind === 'person' && to !== null ? [{ key, name, id: (to as { readonly _id: string })._id }] : [],
  )
  if (people.length === 0) return
  const ids = people.map(({ id }) => id)
  const found = await tx.read<{ id: string }>(sql`select id from users
    where id = any(${ids}::text[]) and email is not null and deactivated_on is null`)
  const unknown = people.find(({ id }) => !found.some((one) => one.id === id))
  if (unknown) throw refusal(unknown.key, `${unknown.name} must be a person with an active account.`)
}

const refusal = (key: string, message: string) => new AppError('invalid-input', message, { field: givenField(key) })

/** Returns custom fields as the API has them, with the names of people. */
export async function presentFields(db: Db, fields: StoredFields): Promise<FieldValues> {
  const ids = peopleIn(fields)
  const people =
    ids.length === 0
      ? []
      : await db.read<{ _id: string; fullName: string }>(
          sql`select id as "_id", full_name as "fullName" from users where id = any(${ids}::text[])`,
        )
  return fieldsWithNames(fields, people)
}

/**
 * Returns custom fields that were asked to be set, with their names and those of people; of a field that no product has which
 * the actor sees its key.
 */
export async function fieldsToTell(
  db: Db,
  actor: Actor,
  given: GivenFields,
): Promise<{ key: string; name: string; value: FieldValue | null }[]> {
  const known = await fieldsNamed(db, actor, Object.keys(given))
  const fields = Object.entries(given).map(([key, value]) => {
    const field = known.find((one) => one.key === key)
    // In another product a field of this key may be of another kind.
    const isId = field?.kind === 'person' && typeof value === 'string' && isRecordId(value)
    return { key, name: field?.name ?? key, value: isId ? { _id: value } : value }
  })
  const set = fields.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]))
  const told = await presentFields(db, Object.fromEntries(set))
  return fields.map(({ key, name }) => ({ key, name, value: valueIn(told, key) }))
}
