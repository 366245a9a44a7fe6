import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ProductReference } from '#shared/products/product-reference.ts'

/** A product as writes need it. */
export interface FoundProduct extends ProductReference {
  readonly number: number
  readonly isArchived: boolean
}

const seen: Prepared = {
  name: 'product-seen',
  text: `select id as "_id", number, key, name, archived_on is not null as "isArchived" from products
    where (id = $1 or key = upper($1)) and number = any($2::smallint[])`,
}

/** Returns a product that the actor may see, by its id or its key; undefined for any other. */
export async function productSeen(
  db: Db,
  actor: Pick<Actor, 'sees'>,
  named: string,
): Promise<FoundProduct | undefined> {
  const [found] = await db.prepared<FoundProduct>(seen, [named, actor.sees.products])
  return found
}

/**
 * Returns a product that the actor may see and that takes bugs, by its id or its key.
 * @throws AppError invalid-input, the same for one that is archived, that they may not see, or that does not exist
 */
export async function requireReceiving(db: Db, actor: Actor, named: string): Promise<FoundProduct> {
  const found = await productSeen(db, actor, named)
  if (!found || found.isArchived) {
    throw new AppError('invalid-input', 'There is no product with this id or key that takes bugs.', {
      field: 'productId',
    })
  }
  return found
}

/** The products that take bugs, the oldest first, whoever may see them. */
export async function receivingProducts(db: Db): Promise<FoundProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'number', 'key', 'name'])
    .where('archived_on', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map(({ id, ...product }) => ({ ...product, _id: id, isArchived: false }))
}

const first: Prepared = {
  name: 'product-for-reports',
  text: `select id as "_id", number, key, name, false as "isArchived" from products
    where archived_on is null and number = any($1::smallint[]) order by number limit 1`,
}

/**
 * Returns where a report goes that names no product: the oldest one that the actor may see and that takes bugs.
 * @throws AppError forbidden where there is none
 */
export async function defaultProduct(db: Db, actor: Pick<Actor, 'sees'>): Promise<FoundProduct> {
  const [found] = await db.prepared<FoundProduct>(first, [actor.sees.products])
  if (!found) throw new AppError('forbidden', 'There is no product to which you may report; ask an administrator.')
  return found
}
