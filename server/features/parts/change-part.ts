import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { noSuchProduct } from '#server/features/products/public.ts'
import { isActiveAccount } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { PartList } from '#shared/bugs/fields.ts'
import type * as contract from '#shared/parts/contract.ts'
import { sql } from 'kysely'
import { readComponent, readVersion } from './list-parts.ts'
import { insertParts } from './part-store.ts'

const nothing = { description: '', defaultAssignee: null, dueOn: null, isReleased: false }

/** @throws AppError not-found for a product; invalid-input for an assignee; conflict where a component of it is called so */
export async function createComponent(
  { actor, params, body }: Pick<Call<typeof contract.createComponent>, 'actor' | 'params' | 'body'>,
  tx: Tx,
): Promise<contract.Component> {
  const product = await requireProduct(tx, params.productId)
  const { description = '', defaultAssignee = null } = body
  if (defaultAssignee !== null) await requireAssignable(tx, defaultAssignee)
  const facts = { ...nothing, name: body.name.trim(), description: description.trim(), defaultAssignee }
  const [made] = await insertParts(tx, 'components', [facts], product, actor.userId)
  if (!made) throw nameTaken('component', body.name)
  return readComponent(tx, made.id)
}

/** @throws AppError not-found for a product; conflict where a version of it is called so */
export async function createVersion(
  { actor, params, body }: Call<typeof contract.createVersion>,
  tx: Tx,
): Promise<contract.Version> {
  const product = await requireProduct(tx, params.productId)
  const { dueOn = null, isReleased = false } = body
  const facts = { ...nothing, name: body.name.trim(), dueOn, isReleased }
  const [made] = await insertParts(tx, 'versions', [facts], product, actor.userId)
  if (!made) throw nameTaken('version', body.name)
  return readVersion(tx, made.id)
}

/** Changes a component wherever it is shown. The events that name it keep the name of their time. @throws AppError not-found, invalid-input, conflict */
export async function changeComponent(
  { actor, params, body }: Call<typeof contract.changeComponent>,
  tx: Tx,
): Promise<contract.Component> {
  const before = isRecordId(params.componentId)
    ? await tx
        .selectFrom('components')
        .selectAll()
        .where('id', '=', params.componentId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!before) throw noSuchPart('component')
  const payload: EventPayloads['component-changed'] = {
    ...change('name', before.name, body.name?.trim()),
    ...change('description', before.description, body.description?.trim()),
    ...change('defaultAssignee', before.default_assignee, body.defaultAssignee),
    ...change('isArchived', before.is_archived, body.isArchived),
  }
  if (Object.keys(payload).length === 0) return readComponent(tx, before.id)
  if (payload.defaultAssignee?.to) await requireAssignable(tx, payload.defaultAssignee.to)
  if (payload.name) await requireFree(tx, 'components', { ...before, name: payload.name.to })
  await tx
    .updateTable('components')
    .set({
      ...(payload.name && { name: payload.name.to }),
      ...(payload.description && { description: payload.description.to }),
      ...(payload.defaultAssignee && { default_assignee: payload.defaultAssignee.to }),
      ...(payload.isArchived && { is_archived: payload.isArchived.to }),
    })
    .where('id', '=', before.id)
    .execute()
  await recordEvent(tx, { type: 'component-changed', subjectId: before.id, actorId: actor.userId, payload })
  return readComponent(tx, before.id)
}

/** Changes a version wherever it is shown. The events that name it keep the name of their time. @throws AppError not-found, conflict */
export async function changeVersion(
  { actor, params, body }: Call<typeof contract.changeVersion>,
  tx: Tx,
): Promise<contract.Version> {
  const before = isRecordId(params.versionId)
    ? await tx.selectFrom('versions').selectAll().where('id', '=', params.versionId).forNoKeyUpdate().executeTakeFirst()
    : undefined
  if (!before) throw noSuchPart('version')
  const payload: EventPayloads['version-changed'] = {
    ...change('name', before.name, body.name?.trim()),
    ...change('dueOn', before.due_on, body.dueOn),
    ...change('isReleased', before.is_released, body.isReleased),
    ...change('isArchived', before.is_archived, body.isArchived),
  }
  if (Object.keys(payload).length === 0) return readVersion(tx, before.id)
  if (payload.name) await requireFree(tx, 'versions', { ...before, name: payload.name.to })
  await tx
    .updateTable('versions')
    .set({
      ...(payload.name && { name: payload.name.to }),
      ...(payload.dueOn && { due_on: payload.dueOn.to }),
      ...(payload.isReleased && { is_released: payload.isReleased.to }),
      ...(payload.isArchived && { is_archived: payload.isArchived.to }),
    })
    .where('id', '=', before.id)
    .execute()
  await recordEvent(tx, { type: 'version-changed', subjectId: before.id, actorId: actor.userId, payload })
  return readVersion(tx, before.id)
}

/** What changes, where something is asked for and it is not so already. */
function change<F extends string, V>(field: F, from: V, to: V | undefined): { [K in F]?: { from: V; to: V } } {
  return to === undefined || to === from ? {} : ({ [field]: { from, to } } as { [K in F]?: { from: V; to: V } })
}

/** @throws AppError not-found */
export async function requireProduct(db: Db, id: string): Promise<{ _id: string; number: number }> {
  const product = isRecordId(id)
    ? await db.selectFrom('products').select(['id as _id', 'number']).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!product) throw noSuchProduct()
  return product
}

async function requireAssignable(tx: Tx, userId: string): Promise<void> {
  if (await isActiveAccount(tx, userId)) return
  throw new AppError('invalid-input', 'The default assignee must be a person with an active account.', {
    field: 'defaultAssignee',
  })
}

/** Names are given one after the other. @throws AppError conflict */
async function requireFree(
  tx: Tx,
  list: PartList,
  {
    id,
    product_number: product,
    name,
  }: { readonly id: string; readonly product_number: number; readonly name: string },
): Promise<void> {
  await acquireAdvisoryLock(tx, 'products')
  const rows = await tx.read(sql`select id from ${sql.table(list)}
    where product_number = ${product} and lower(name) = lower(${name}) and id <> ${id}`)
  if (rows.length > 0) throw nameTaken(list === 'components' ? 'component' : 'version', name)
}

const nameTaken = (what: 'component' | 'version', name: string) =>
  new AppError('conflict', `The product has a ${what} ‘${name.trim()}’ already; choose another name.`, {
    field: 'name',
  })

const noSuchPart = (what: 'component' | 'version') =>
  new AppError('not-found', `There is no ${what} with this id.`, { field: `${what}Id` })
