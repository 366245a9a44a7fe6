import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Product } from '#shared/products/contract.ts'
import type { ProductChoice } from '#shared/products/product-reference.ts'
import { mayManage } from './policy.ts'

interface ProductRow {
  id: string
  number: number
  key: string
  name: string
  description: string
  icon: string
  is_open: boolean
  archived_on: string | null
  created_on: string
  version: number
  open_bugs: number
}

const statement = (name: string, which: string): Prepared => ({
  name,
  text: `select p.*, (select coalesce(sum(c.n), 0)::integer from bug_counts c
      where c.product_number = p.number and not c.is_closed and (not c.is_private or $1)) as open_bugs
    from products p where ${which} order by p.archived_on is not null, lower(p.name), p.number`,
  hasIsoTimestamps: true,
})

const all = statement('products', '$2::boolean or p.number = any($3::smallint[])')
const one = statement('product', 'p.id = $2')

/** Returns the products that the actor may see, or manages. */
export async function listProducts(db: Db, actor: Actor): Promise<Product[]> {
  const values = [actor.sees.privateBugs, mayManage(actor), actor.sees.products]
  const rows = await db.prepared<ProductRow>(all, values)
  return rows.map((row) => presentProduct(row, actor))
}

const seen: Prepared = {
  name: 'product-choices',
  text: `select id as "_id", key, name, icon, archived_on is not null as "isArchived" from products
    where number = any($1::smallint[]) order by lower(name), number`,
}

/** Returns the products that the actor may see, by name; none where that is only one. */
export async function productChoices(db: Db, { sees: { products } }: Actor): Promise<ProductChoice[]> {
  return products.length < 2 ? [] : db.prepared<ProductChoice>(seen, [products])
}

/** Returns a product as one who manages it sees it. @throws AppError not-found */
export async function readProduct(db: Db, actor: Actor, id: string): Promise<Product> {
  const [row] = await db.prepared<ProductRow>(one, [actor.sees.privateBugs, id])
  if (!row) throw noSuchProduct()
  return presentProduct(row, actor)
}

export function noSuchProduct(): AppError {
  return new AppError('not-found', 'There is no product with this id.', { field: 'productId' })
}

function presentProduct(row: ProductRow, actor: Actor): Product {
  const see = actor.sees.products.includes(row.number)
  const isArchived = row.archived_on !== null
  return {
    _id: row.id,
    key: row.key,
    name: row.name,
    description: row.description,
    icon: row.icon,
    isOpen: row.is_open,
    isArchived,
    createdOn: row.created_on,
    version: row.version,
    ...(see && { openBugs: row.open_bugs }),
    abilities: { see, report: see && !isArchived, manage: mayManage(actor) },
  }
}
