import type { Actor } from '#server/access/actor.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { PartAtTime } from '#server/events/event.ts'
import { bugFields, type PartList, partLists, type PartName, partNames, type PartValues } from '#shared/bugs/fields.ts'
import { noPart, partKey } from '#shared/parts/part.ts'
import { type RawBuilder, sql } from 'kysely'

/** Bugs `b` with one of some parts. @param ids undefined for none at all */
export function bugsWithPart(name: PartName, ids: readonly string[] | undefined): RawBuilder<boolean> {
  const column = sql.ref(`b.${bugFields[name].column}`)
  return ids === undefined ? sql`${column} is null` : sql`${column} = any(${ids}::text[])`
}

/**
 * Returns the ids of the parts of a name, in whatever case, of the products that somebody may see; undefined where the name
 * asks for bugs without any.
 */
export async function partIdsOf(
  db: Db,
  actor: Actor,
  list: PartList,
  name: string,
): Promise<readonly string[] | undefined> {
  if (name === noPart) return undefined
  const rows = await db.read<{ id: string }>(sql`select id from ${sql.table(list)}
    where lower(name) = lower(${name.trim()}) and product_number = any(${actor.sees.products}::smallint[]) order by id`)
  return rows.map(({ id }) => id)
}

/** A part of a product, as writes need it. */
export interface FoundPart extends PartAtTime {
  readonly productNumber: number
  readonly isArchived: boolean
}

/** Returns parts by their ids, those of all products. */
export async function partsNamed(
  db: Db,
  list: PartList,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundPart>> {
  if (ids.length === 0) return new Map()
  const rows =
    await db.read<FoundPart>(sql`select id, name, product_number as "productNumber", is_archived as "isArchived"
    from ${sql.table(list)} where id = any(${ids}::text[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns to whom bugs are assigned that are reported with a component; null for nobody. */
export async function defaultAssigneeOf(db: Db, componentId: string): Promise<string | null> {
  const [row] = await db.read<{ id: string | null }>(
    sql`select default_assignee as id from components where id = ${componentId}`,
  )
  return row?.id ?? null
}

/** Returns the parts of a product that are called as those with these ids, by these ids. */
export async function partsCalledSo(
  db: Db,
  list: PartList,
  ids: readonly string[],
  productNumber: number,
): Promise<ReadonlyMap<string, FoundPart>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read<FoundPart & { asked: string }>(sql`
    select asked.id as asked, p.id, p.name, p.product_number as "productNumber", p.is_archived as "isArchived"
    from ${sql.table(list)} asked join ${sql.table(list)} p on lower(p.name) = lower(asked.name)
    where asked.id = any(${ids}::text[]) and p.product_number = ${productNumber}`)
  return new Map(rows.map(({ asked, ...part }) => [asked, part]))
}

/**
 * Returns the parts that a bug has in another product: those that are called as its own.
 * @returns for each field that has a part, what it is now and what it would be; null where the other product has none so called
 */
export async function partsInProduct(
  db: Db,
  bug: PartValues,
  productNumber: number,
): Promise<{ readonly [N in PartName]?: { readonly from: PartAtTime; readonly to: PartAtTime | null } }> {
  const moved: { [N in PartName]?: { from: PartAtTime; to: PartAtTime | null } } = {}
  for (const list of partLists) {
    const names = partNames.filter((name) => bugFields[name].of === list && bug[name] !== null)
    const ids = names.map((name) => bug[name] ?? '')
    const [own, others] = [await partsNamed(db, list, ids), await partsCalledSo(db, list, ids, productNumber)]
    for (const name of names) {
      const from = own.get(bug[name] ?? '')
      if (from) moved[name] = { from: atTime(from), to: atTimeOrNone(others.get(from.id)) }
    }
  }
  return moved
}

export const atTime = ({ id, name }: PartAtTime): PartAtTime => ({ id, name })
const atTimeOrNone = (part: PartAtTime | undefined) => (part === undefined ? null : atTime(part))

/** Returns the component of a product with a name, in whatever case. */
export async function componentNamed(db: Db, name: string, productNumber: number): Promise<FoundPart | undefined> {
  const [row] = await db.read<FoundPart>(sql`
    select id, name, product_number as "productNumber", is_archived as "isArchived"
    from components where product_number = ${productNumber} and lower(name) = lower(${name})`)
  return row
}

/**
 * Finds parts of a product by their names, in whatever case, and creates those that are missing.
 * @param names without white space around them
 * @param facts what is known of some, for those that are created
 * @returns the parts by the names as given
 */
export async function meetParts(
  tx: Tx,
  list: PartList,
  names: readonly string[],
  product: { readonly _id: string; readonly number: number },
  facts: readonly (Pick<PartFacts, 'name'> & Partial<PartFacts>)[] = [],
): Promise<ReadonlyMap<string, PartAtTime>> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  // The database alone decides which letters are the same: its index does too.
  const find = async () => {
    const rows = await tx.read<PartAtTime & { asked: string }>(
      sql`select asked.name as asked, p.id, p.name from unnest(${wanted}::text[]) as asked (name)
        join ${sql.table(list)} p on lower(p.name) = lower(asked.name) and p.product_number = ${product.number}`,
    )
    return new Map(rows.map(({ asked, id, name }) => [asked, { id, name }]))
  }
  const known = await find()
  const missing = wanted.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  const factsOf = new Map(facts.toReversed().map((known) => [partKey(known.name), known]))
  for (const name of missing)
    await insertPart(tx, list, { ...noFacts, ...factsOf.get(partKey(name)), name }, product, null)
  return find()
}

/**
 * Gives a product the components and versions of bugs that are to be moved there, where it has none so called.
 * @param bugIds bugs that the actor was found to see
 */
export async function copyPartsOf(
  tx: Tx,
  actor: Actor,
  bugIds: readonly string[],
  product: { readonly _id: string; readonly number: number },
): Promise<void> {
  for (const list of partLists) {
    const columns = partNames
      .filter((name) => bugFields[name].of === list)
      .map((name) => sql.ref(bugFields[name].column))
    const facts =
      list === 'components'
        ? sql`p.description, p.default_assignee as "defaultAssignee"`
        : sql`p.due_on as "dueOn", p.is_released as "isReleased"`
    const missing = await tx.read<PartFacts>(sql`select distinct on (lower(p.name)) p.name, ${facts}
      from bugs b cross join lateral unnest(array[${sql.join(columns)}]) own (id) join ${sql.table(list)} p on p.id = own.id
      where b.id = any(${bugIds}::text[]) and not exists (
        select from ${sql.table(list)} o where o.product_number = ${product.number} and lower(o.name) = lower(p.name))
      order by lower(p.name), p.id`)
    for (const part of missing) await insertPart(tx, list, { ...noFacts, ...part }, product, actor.userId)
  }
}

const noFacts: PartFacts = { name: '', description: '', defaultAssignee: null, dueOn: null, isReleased: false }

/** What somebody says of a part; those of a component and of a version. */
export interface PartFacts {
  readonly name: string
  readonly description: string
  readonly defaultAssignee: string | null
  readonly dueOn: string | null
  readonly isReleased: boolean
}

/** Stores a part of a product. @param actorId null for an import @returns its id; undefined where there is one of this name */
export async function insertPart(
  tx: Tx,
  list: PartList,
  { name, description, defaultAssignee, dueOn, isReleased }: PartFacts,
  product: { readonly _id: string; readonly number: number },
  actorId: string | null,
): Promise<string | undefined> {
  await acquireAdvisoryLock(tx, 'products')
  const now = new Date()
  const own = { id: newRecordId(now), product_number: product.number, name, created_on: now }
  const row =
    list === 'components'
      ? { ...own, description, default_assignee: defaultAssignee }
      : { ...own, due_on: dueOn, is_released: isReleased }
  const inserted =
    await tx.run(sql`insert into ${sql.table(list)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(row))}) on conflict do nothing returning id`)
  if (inserted.length === 0) return undefined
  const { id } = own
  const productId = product._id
  await (list === 'components'
    ? recordEvent(tx, {
        ...{ type: 'component-created', subjectId: id, actorId },
        payload: { productId, name, description, defaultAssignee },
      })
    : recordEvent(tx, {
        ...{ type: 'version-created', subjectId: id, actorId },
        payload: { productId, name, dueOn, isReleased },
      }))
  return id
}
