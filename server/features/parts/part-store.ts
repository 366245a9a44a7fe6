import type { Actor } from '#server/access/actor.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvents } from '#server/events/record-event.ts'
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
  const parts = missing.map((name) => ({ ...noFacts, ...factsOf.get(partKey(name)), name }))
  const made = await insertParts(tx, list, parts, product, null)
  // Some may be written otherwise, or have come from somebody else meanwhile.
  return made.length === missing.length ? new Map([...known, ...byName(made)]) : find()
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
    const parts = missing.map((part) => ({ ...noFacts, ...part }))
    if (parts.length > 0) await insertParts(tx, list, parts, product, actor.userId)
  }
}

const byName = (parts: readonly PartAtTime[]) => parts.map((part) => [part.name, part] as const)

const noFacts: PartFacts = { name: '', description: '', defaultAssignee: null, dueOn: null, isReleased: false }

/** What somebody says of a part; those of a component and of a version. */
export interface PartFacts {
  readonly name: string
  readonly description: string
  readonly defaultAssignee: string | null
  readonly dueOn: string | null
  readonly isReleased: boolean
}

/**
 * Stores parts of a product, all at once: an import brings hundreds.
 * @param actorId null for an import
 * @returns those that were stored; one whose name another one has, or one of those before it, is left out
 */
export async function insertParts(
  tx: Tx,
  list: PartList,
  parts: readonly PartFacts[],
  product: { readonly _id: string; readonly number: number },
  actorId: string | null,
): Promise<PartAtTime[]> {
  await acquireAdvisoryLock(tx, 'products')
  const now = new Date()
  const facts = parts.map((part) => ({ ...part, id: newRecordId(now) }))
  const rows = facts.map(({ id, name, description, defaultAssignee, dueOn, isReleased }) => ({
    ...{ id, product_number: product.number, name, created_on: now },
    ...(list === 'components'
      ? { description, default_assignee: defaultAssignee }
      : { due_on: dueOn, is_released: isReleased }),
  }))
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const stored = await tx.read<{ id: string }>(sql`insert into ${sql.table(list)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(list)}, ${JSON.stringify(rows)}::json)
    on conflict do nothing returning id`)
  const ids = new Set(stored.map(({ id }) => id))
  const made = facts.filter(({ id }) => ids.has(id))
  const productId = product._id
  await recordEvents(
    tx,
    made.map(({ id, name, description, defaultAssignee, dueOn, isReleased }) =>
      list === 'components'
        ? {
            ...{ type: 'component-created', subjectId: id, actorId },
            payload: { productId, name, description, defaultAssignee },
          }
        : {
            ...{ type: 'version-created', subjectId: id, actorId },
            payload: { productId, name, dueOn, isReleased },
          },
    ),
  )
  return made.map(atTime)
}
