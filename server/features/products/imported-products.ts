import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared } from '#server/db/database.ts'

/** The bugs that the caller may see by rule, and that are in no product with the name that they brought along. */
const elsewhere = `from bugs b join products p on p.number = b.product_number
  where $3 and b.product is not null and lower(b.product) <> lower(p.name)
    and b.product_number = any($1::smallint[]) and (not b.is_private or $2)`

const names: Prepared = {
  name: 'imported-products',
  text: `select b.product as name, count(*)::integer as bugs ${elsewhere} group by 1 order by 2 desc, 1 limit 200`,
}

const bugs: Prepared = {
  name: 'bugs-of-imported-product',
  text: `select b.id ${elsewhere} and b.product = $4 and b.product_number <> $5 order by b.created_on, b.id`,
}

/** Returns the names of products that imported bugs brought along, those with the most bugs first. */
export function importedProducts(db: Db, { permissions, sees }: Actor): Promise<{ name: string; bugs: number }[]> {
  return db.prepared(names, [sees.products, sees.privateBugs, permissions.has('canViewData')])
}

/** Returns the bugs that brought a product's name along and are not in this product yet, the oldest first. */
export async function bugsOfImported(
  db: Db,
  { permissions, sees }: Actor,
  { name, productNumber }: { readonly name: string; readonly productNumber: number },
): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(bugs, [
    sees.products,
    sees.privateBugs,
    permissions.has('canViewData'),
    name,
    productNumber,
  ])
  return rows.map(({ id }) => id)
}
