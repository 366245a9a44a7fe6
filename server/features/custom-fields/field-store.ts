import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { CustomField, FieldKind } from '#shared/custom-fields/custom-field.ts'
import { sql } from 'kysely'

const columns = `f.id as "_id", json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as product, f.key, f.name, f.kind, f.help,
  to_json(f.choices) as choices, f.required, f.retired_on is not null as "isRetired"`
const source = `product_fields f join products p on p.number = f.product_number`
const order = `lower(p.name), p.number, f.retired_on is not null, f.place, f.id`

const seen: Prepared = {
  name: 'custom-fields-seen',
  text: `select ${columns} from ${source} where $1::boolean or p.number = any($2::smallint[]) order by ${order}`,
}

/** Returns the custom fields of the products that the actor may see, or manages. */
export function listFields(db: Db, { permissions, sees }: Actor): Promise<CustomField[]> {
  return db.prepared<CustomField>(seen, [permissions.has('canManageProducts'), sees.products])
}

const ofProduct: Prepared = {
  name: 'custom-fields-of-product',
  text: `select ${columns} from ${source} where f.product_number = $1 order by ${order}`,
}

/** Returns the custom fields of a product by their keys, retired ones too. */
export async function fieldsOfProduct(db: Db, productNumber: number): Promise<ReadonlyMap<string, CustomField>> {
  const rows = await db.prepared<CustomField>(ofProduct, [productNumber])
  return new Map(rows.map((field) => [field.key, field]))
}

const one: Prepared = { name: 'custom-field', text: `select ${columns} from ${source} where f.id = $1` }

/** @throws AppError not-found */
export async function readField(db: Db, id: string): Promise<CustomField> {
  const [field] = isRecordId(id) ? await db.prepared<CustomField>(one, [id]) : []
  if (!field) throw new AppError('not-found', 'There is no custom field with this id.', { field: 'fieldId' })
  return field
}

const formsSeen: Prepared = {
  name: 'product-forms-seen',
  text: `select exists (select from product_fields where product_number = any($1::smallint[]))
      or exists (select from report_templates where product_number = any($1::smallint[])) as "hasForms"`,
}

/** Whether a product that the actor may see has custom fields or report templates, whether they are offered or not. */
export async function someProductHasForms(db: Db, { sees }: Actor): Promise<boolean> {
  const [row] = await db.prepared<{ hasForms: boolean }>(formsSeen, [sees.products])
  return row?.hasForms === true
}

/** A field of a product that the actor may see. */
export interface FieldSeen {
  readonly key: string
  readonly name: string
  readonly kind: FieldKind
  /** Of the kinds choice and choices: what is offered, in its order, as values are found. */
  readonly choices: readonly string[]
  readonly productNumber: number
}

/** Returns the fields with these keys in the products that the actor may see. */
export function fieldsNamed(db: Db, { sees }: Actor, keys: readonly string[]): Promise<FieldSeen[]> {
  return db.read<FieldSeen>(sql`select key, name, kind, product_number as "productNumber",
      to_json(array(select lower(one) from unnest(choices) with ordinality as offered (one, n) order by n)) as choices
    from product_fields
    where key = any(${keys}::text[]) and product_number = any(${sees.products}::smallint[]) order by key, product_number`)
}

/** A list of a product whose rows have a place: its custom fields, or its templates. */
export const placed = {
  fields: { table: 'product_fields', ended: 'retired_on' },
  templates: { table: 'report_templates', ended: 'archived_on' },
} as const

/** Returns where a row stands among those of its product that are offered, from 0. */
export async function placeOf(
  db: Db,
  { table, ended }: (typeof placed)[keyof typeof placed],
  id: string,
): Promise<number | undefined> {
  const [row] = await db.read<{ n: number }>(sql`select n::integer as n from (
      select id, row_number() over (order by place, id) - 1 as n from ${sql.table(table)}
      where ${sql.ref(ended)} is null
        and product_number = (select product_number from ${sql.table(table)} where id = ${id})
    ) offered where id = ${id}`)
  return row?.n
}

/** Whether a record says all that is wanted of it already. */
export function isSame(record: object, wanted: object): boolean {
  const present: Readonly<Record<string, unknown>> = { ...record }
  return Object.entries(wanted).every(([name, value]) => JSON.stringify(present[name]) === JSON.stringify(value))
}

/**
 * Puts a row at another place of its product's list, and those after it behind it. Nobody else changes the list meanwhile.
 * @param at counted from 0 among those that are offered
 */
export async function moveTo(
  tx: Tx,
  { table, ended }: (typeof placed)[keyof typeof placed],
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  await sql`with others as (
      select id, row_number() over (order by place, id) - 1 as n from ${sql.table(table)}
      where id <> ${id} and ${sql.ref(ended)} is null
        and product_number = (select product_number from ${sql.table(table)} where id = ${id})
    ), places as (
      select id, n + (n >= ${at})::integer as place from others union all select ${id}::text, ${at}
    )
    update ${sql.table(table)} t set place = places.place from places where places.id = t.id`.execute(tx)
}
