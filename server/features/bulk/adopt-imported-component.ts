import type { Tx } from '#server/db/database.ts'
import {
  bugsOfImportedComponent,
  componentNamed,
  createComponent,
  readComponent,
  requireProduct,
} from '#server/features/parts/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { adoptImportedComponent as endpoint } from '#shared/parts/imported-contract.ts'
import { readBulk } from './read-bulks.ts'
import { beginBulk, type Wake } from './start-bulk.ts'

/**
 * Makes a component of a word that imported bugs of a product brought along, or takes the one of this name, and gives it to
 * those of these bugs that have none, as a bulk change: with progress, bug by bug, and taken back as one.
 * @throws AppError not-found for a product, or a word that no bug has; conflict for an archived component; too-many-requests
 */
export async function adoptImportedComponent(
  { actor, params, body }: Call<typeof endpoint>,
  tx: Tx,
  wake: Wake,
): Promise<ReplyOf<typeof endpoint>> {
  const name = body.name.trim()
  const product = await requireProduct(tx, params.productId)
  const bugIds = await bugsOfImportedComponent(tx, actor, { productId: product._id, name })
  const known = await componentNamed(tx, name, product.number)
  if (!known && bugIds.length === 0) {
    throw new AppError('not-found', 'No bug of the product brought a component of this name along.', { field: 'name' })
  }
  if (known?.isArchived) {
    throw new AppError('conflict', `The component ‘${known.name}’ is archived: take it back first.`, { field: 'name' })
  }
  const component = known
    ? await readComponent(tx, known.id)
    : await createComponent({ actor, params, body: { name } }, tx)
  const id = await beginBulk(tx, actor, { fields: { component: component._id }, undoes: null, bugIds }, wake)
  return { component, bulk: await readBulk(tx, actor, id) }
}
