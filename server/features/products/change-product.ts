import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type {
  createProduct as createEndpoint,
  editProduct as editEndpoint,
  Product,
} from '#shared/products/contract.ts'
import { sql } from 'kysely'
import { noSuchProduct, readProduct } from './list-products.ts'
import { numbersOf } from './numbers.ts'

/** Creates a product, with the sequence that numbers its bugs. @throws AppError conflict when its key is taken */
export async function createProduct(
  { actor, body }: Pick<Call<typeof createEndpoint>, 'actor' | 'body'>,
  tx: Tx,
): Promise<Product> {
  await acquireAdvisoryLock(tx, 'products')
  const taken = await tx.selectFrom('products').select('name').where('key', '=', body.key).executeTakeFirst()
  if (taken) {
    throw new AppError('conflict', `The product ‘${taken.name}’ has this key already.`, { field: 'key' })
  }
  const createdOn = new Date()
  const facts = {
    key: body.key,
    name: body.name.trim(),
    description: body.description?.trim() ?? '',
    icon: body.icon?.trim() ?? '',
    isOpen: body.isOpen ?? true,
  }
  const id = newRecordId(createdOn)
  const { number } = await tx
    .insertInto('products')
    .values({
      id,
      key: facts.key,
      name: facts.name,
      description: facts.description,
      icon: facts.icon,
      is_open: facts.isOpen,
      archived_on: null,
      created_on: createdOn,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`create sequence ${sql.ref(numbersOf(number))} as integer`.execute(tx)
  await recordEvent(tx, { type: 'product-created', subjectId: id, actorId: actor.userId, payload: facts })
  // The actor was read before: whether they see it follows from what it is.
  const sees = facts.isOpen ? { ...actor.sees, products: [...actor.sees.products, number] } : actor.sees
  return readProduct(tx, { ...actor, sees }, id)
}

/**
 * Changes a product.
 * @throws AppError not-found; conflict where somebody else changed it since, or where no product would take bugs
 */
export async function editProduct({ actor, params, body }: Call<typeof editEndpoint>, tx: Tx): Promise<Product> {
  await acquireAdvisoryLock(tx, 'products')
  const before = isRecordId(params.productId)
    ? await tx.selectFrom('products').selectAll().where('id', '=', params.productId).executeTakeFirst()
    : undefined
  if (!before) throw noSuchProduct()
  if (body.baseVersion !== undefined && body.baseVersion !== before.version) {
    throw new AppError('conflict', 'Somebody has changed this product since; read it again.', { field: 'baseVersion' })
  }
  const wasArchived = before.archived_on !== null
  const changes: EventPayloads['product-changed'] = {
    ...change('name', before.name, body.name?.trim()),
    ...change('description', before.description, body.description?.trim()),
    ...change('icon', before.icon, body.icon?.trim()),
    ...change('isOpen', before.is_open, body.isOpen),
    ...change('isArchived', wasArchived, body.isArchived),
  }
  if (Object.keys(changes).length === 0) return readProduct(tx, actor, before.id)
  if (changes.isArchived?.to === true) await refuseLast(tx, before.id)
  await tx
    .updateTable('products')
    .set({
      name: changes.name?.to ?? before.name,
      description: changes.description?.to ?? before.description,
      icon: changes.icon?.to ?? before.icon,
      is_open: changes.isOpen?.to ?? before.is_open,
      ...(changes.isArchived && { archived_on: changes.isArchived.to ? new Date() : null }),
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute()
  await recordEvent(tx, { type: 'product-changed', subjectId: before.id, actorId: actor.userId, payload: changes })
  return readProduct(tx, actor, before.id)
}

/** What changes, where something is asked for and it is not so already. */
function change<F extends string, V>(field: F, from: V, to: V | undefined): { [K in F]?: { from: V; to: V } } {
  return to === undefined || to === from ? {} : ({ [field]: { from, to } } as { [K in F]?: { from: V; to: V } })
}

/** Reports have to go somewhere. */
async function refuseLast(tx: Tx, id: string): Promise<void> {
  const other = await tx
    .selectFrom('products')
    .select('id')
    .where('archived_on', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) return
  throw new AppError('conflict', 'This is the only product that takes bugs; create or restore another one first.', {
    field: 'isArchived',
  })
}
