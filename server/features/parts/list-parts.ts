import type { Actor } from '#server/access/actor.ts'
import { visibleTo } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { noSuchProduct } from '#server/features/products/public.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { Component, listParts as endpoint, Version, VersionProgress } from '#shared/parts/contract.ts'
import type { ProductParts } from '#shared/parts/part.ts'
import { partLists } from '#shared/bugs/fields.ts'
import { type RawBuilder, sql } from 'kysely'

const own = sql`p.id as "_id", product.id as "productId", p.name, p.is_archived as "isArchived"`

const componentsOf = (which: RawBuilder<unknown>) => sql`select ${own}, p.description,
    case when u.id is not null then json_build_object('_id', u.id, 'fullName', u.full_name) end as "defaultAssignee"
  from components p join products product on product.number = p.product_number left join users u on u.id = p.default_assignee
  where ${which} order by lower(p.name), p.id`

/** What is to be released first stands first; of what is released, the latest. */
const versionsOf = (which: RawBuilder<unknown>) => sql`select ${own}, p.due_on as "dueOn", p.is_released as "isReleased"
  from versions p join products product on product.number = p.product_number
  where ${which} order by p.is_released, case when not p.is_released then p.due_on end,
    p.due_on desc nulls last, lower(p.name), p.id`

/** Returns the components and versions of the products that the actor may see, or manages. */
export async function listParts(db: Db, actor: Actor): Promise<ReplyOf<typeof endpoint>> {
  const which = actor.permissions.has('canManageProducts')
    ? sql`true`
    : sql`p.product_number = any(${actor.sees.products}::smallint[])`
  return {
    components: await db.read<Component>(componentsOf(which)),
    versions: await db.read<Version>(versionsOf(which)),
  }
}

const used: Prepared = {
  name: 'product-part-lists',
  text: `select id as "productId", lists from (select p.id, array_remove(array[
      ${partLists.map((list) => `case when exists (select from ${list} part where part.product_number = p.number and not part.is_archived) then '${list}' end`).join(', ')}
    ], null) as lists from products p where p.number = any($1::smallint[])) of_product where lists <> '{}' order by id`,
}

/** Returns which products that the actor may see have components or versions that bugs may get. */
export function partListsOf(db: Db, { sees }: Actor): Promise<ProductParts[]> {
  return db.prepared<ProductParts>(used, [sees.products])
}

/** Returns a component, whoever may see it. */
export async function readComponent(db: Db, id: string): Promise<Component> {
  const [row] = await db.read<Component>(componentsOf(sql`p.id = ${id}`))
  if (!row) throw new Error('a component that was locked is gone')
  return row
}

/** Returns a version, whoever may see it. */
export async function readVersion(db: Db, id: string): Promise<Version> {
  const [row] = await db.read<Version>(versionsOf(sql`p.id = ${id}`))
  if (!row) throw new Error('a version that was locked is gone')
  return row
}

/**
 * Returns how far the versions of a product are, by the bugs that the actor may see.
 * @throws AppError not-found, also for a product that they may not see
 */
export async function versionProgress(db: Db, actor: Actor, productId: string): Promise<VersionProgress[]> {
  const [product] = isRecordId(productId)
    ? await db.read<{ number: number }>(sql`select number from products
        where id = ${productId} and number = any(${actor.sees.products}::smallint[])`)
    : []
  if (!product) throw noSuchProduct()
  return db.read<VersionProgress>(sql`
    select b.fixed_version_id as "versionId", count(*)::integer as bugs,
      (count(*) filter (where b.is_closed))::integer as closed
    from bugs b
    where b.fixed_version_id = any(array(select v.id::text from versions v where v.product_number = ${product.number}))
      and ${sql.join([sql`true`, ...visibleTo(actor).all], sql` and `)}
    group by 1`)
}
