import type { Tx } from '#server/db/database.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { bugsOfImported, createProduct, productSeen, readProduct } from '#server/features/products/public.ts'
import { copyPartsOf } from '#server/features/parts/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { adoptImportedProduct as endpoint } from '#shared/products/contract.ts'
import { maxProductNameLength } from '#shared/products/words.ts'
import { sql } from 'kysely'
import { readBulk } from './read-bulks.ts'
import { beginBulk, type Wake } from './start-bulk.ts'

/**
 * Makes a product of the name of an imported one, or takes the one with this key, and moves the bugs that brought the name
 * along into it, as a bulk change: with progress, bug by bug, and taken back as one.
 * @throws AppError not-found for a name that no bug has; too-many-requests
 */
export async function adoptImportedProduct(
  { actor, body }: Call<typeof endpoint>,
  tx: Tx,
  wake: Wake,
): Promise<ReplyOf<typeof endpoint>> {
  const known = await productSeen(tx, actor, body.key)
  const productNumber = known?.number ?? -1
  const bugIds = await bugsOfImported(tx, actor, { name: body.name, productNumber })
  if (!known && bugIds.length === 0) {
    throw new AppError('not-found', 'No bug brought a product of this name along.', { field: 'name' })
  }
  const name = body.name.slice(0, maxProductNameLength)
  const product = known
    ? await readProduct(tx, actor, known._id)
    : await createProduct({ actor, body: { key: body.key, name } }, tx)
  const [{ number } = { number: -1 }] = await tx.read<{ number: number }>(
    sql`select number from products where id = ${product._id}`,
  )
  // Their components and versions go along.
  await copyPartsOf(tx, actor, bugIds, { _id: product._id, number })
  // The oldest first, so that they are numbered by age: ids begin with when a bug was reported.
  const id = await beginBulk(tx, actor, { fields: { product: product._id }, undoes: null, bugIds }, wake)
  // The caller was read before there was the product.
  return { product, bulk: await readBulk(tx, (await findActorOf(tx, actor.userId)) ?? actor, id) }
}
