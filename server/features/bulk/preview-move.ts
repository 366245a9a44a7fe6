import type { Actor } from '#server/access/actor.ts'
import { seesRow } from '#server/access/sight.ts'
import type { Db } from '#server/db/database.ts'
import { presentFields } from '#server/features/custom-fields/public.ts'
import { idsFound } from '#server/features/finding/public.ts'
import { requireReceiving } from '#server/features/products/public.ts'
import { bugFields, type PartName, partNames } from '#shared/bugs/fields.ts'
import { maxBulkBugs, type previewMove as endpoint } from '#shared/bulk/contract.ts'
import { fieldText, type StoredValue } from '#shared/custom-fields/custom-field.ts'
import { fieldTerm } from '#shared/custom-fields/field-name.ts'
import type { BodyOf, ReplyOf } from '#shared/http/endpoint.ts'
import { sql } from 'kysely'

/** Most names that are told of one field. */
const mostNames = 50

/**
 * Returns what bugs would lose by a move: their components and versions that the other product has not by name, and their
 * custom fields that it has not by key and kind, of the bugs that the caller may see.
 * @throws AppError invalid-input for a product that takes no bugs or that the caller does not see
 */
export async function previewMove(
  db: Db,
  actor: Actor,
  { productId, ids, query }: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { number: target } = await requireReceiving(db, actor, productId)
  const bugIds = ids ?? (await idsFound(db, actor, query ?? {}, { most: maxBulkBugs, field: 'query.keywords' }))
  const lost: ReplyOf<typeof endpoint>['lost'] = []
  for (const field of partNames) lost.push(...(await partsLost(db, actor, { field, bugIds, target })))
  return { lost: [...lost, ...(await fieldsLost(db, actor, { bugIds, target }))] }
}

interface Moved {
  readonly bugIds: readonly string[]
  readonly target: number
}

function partsLost(
  db: Db,
  actor: Actor,
  { field, bugIds, target }: Moved & { readonly field: PartName },
): Promise<ReplyOf<typeof endpoint>['lost']> {
  const { column, of, label } = bugFields[field]
  const parts = sql.table(of)
  return db.read(sql`select ${field}::text as field, ${label}::text as label, min(part.name) as value, count(*)::integer as bugs
    from bugs b join ${parts} part on part.id = ${sql.ref(`b.${column}`)}
    where b.id = any(${bugIds}::text[]) and ${seesRow(actor, 'b')} and b.product_number <> ${target}
      and not exists (select from ${parts} other where other.product_number = ${target} and lower(other.name) = lower(part.name))
    group by lower(part.name) order by bugs desc, value limit ${mostNames}`)
}

/** The same rule as `changesByMove`. A value is told where all these bugs have the same. */
async function fieldsLost(db: Db, actor: Actor, { bugIds, target }: Moved): Promise<ReplyOf<typeof endpoint>['lost']> {
  const rows = await db.read<{ key: string; label: string; bugs: number; value: StoredValue | null }>(sql`
    select own.key, min(own.name) as label, count(*)::integer as bugs,
      case when count(distinct b.fields -> own.key) = 1 then (array_agg(b.fields -> own.key))[1] end as value
    from bugs b join product_fields own on own.product_number = b.product_number and b.fields ? own.key
    where b.id = any(${bugIds}::text[]) and ${seesRow(actor, 'b')} and b.product_number <> ${target}
      and not exists (select from product_fields other where other.product_number = ${target} and other.key = own.key
        and other.kind = own.kind and other.retired_on is null)
    group by own.key order by bugs desc, label limit ${mostNames}`)
  const values = Object.fromEntries(rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])))
  const told = await presentFields(db, values)
  return rows.map(({ key, label, bugs }) => {
    const value = told[key]
    return { field: fieldTerm(key), label, bugs, ...(value !== undefined && { value: fieldText(value) }) }
  })
}
