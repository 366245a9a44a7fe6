import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldsToTell } from '#server/features/custom-fields/public.ts'
import { labelsNamed } from '#server/features/labels/public.ts'
import { partsNamed } from '#server/features/parts/public.ts'
import { type BulkName, bulkNames, bugFields, labelsNames, partNames } from '#shared/bugs/fields.ts'
import type { ManyValues } from '#shared/bulk/bulk-values.ts'
import type { Bulk, listBulkRefusals as refusalsEndpoint } from '#shared/bulk/contract.ts'
import type { Label } from '#shared/labels/label.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import type { ProductReference } from '#shared/products/product-reference.ts'
import { type BulkRow, findBulk, lastBulks, refusedBugs } from './bulk-store.ts'

/** Returns one of the caller's bulk changes. @throws AppError not-found, also for somebody else's */
export async function readBulk(db: Db, actor: Actor, id: string): Promise<Bulk> {
  const row = await findBulk(db, actor.userId, id)
  if (!row) throw noSuchBulk()
  return present(row, await recordsOf(db, actor, [row]))
}

/** Returns the caller's unfinished bulk changes, and the last that are done. */
export async function listBulks(db: Db, actor: Actor): Promise<Bulk[]> {
  const rows = await lastBulks(db, actor.userId)
  const records = await recordsOf(db, actor, rows)
  return rows.map((row) => present(row, records))
}

/** Returns what a bulk change of the caller's could not change. @throws AppError not-found, also for somebody else's */
export async function listRefusals(
  db: Db,
  actor: Actor,
  bulkId: string,
  { pageNumber = 1, pageSize = defaultPageSize }: QueryOf<typeof refusalsEndpoint>,
): Promise<ReplyOf<typeof refusalsEndpoint>> {
  const bulk = await findBulk(db, actor.userId, bulkId)
  if (!bulk) throw noSuchBulk()
  const rows = await refusedBugs(db, actor, bulkId, { from: (pageNumber - 1) * pageSize, count: pageSize })
  return {
    result: rows.map(({ bug_id: _id, title, refusals }) => ({
      bug: { _id, ...(title !== null && { title }) },
      refusals: [...(refusals ?? [])],
    })),
    pagination: paginationOf({ number: pageNumber, size: pageSize }, bulk.refused),
  }
}

export function noSuchBulk(): AppError {
  return new AppError('not-found', 'You have no bulk change with this id.', { field: 'bulkId' })
}

/** A record that is not there, or that the caller may not see. */
const nameless = { person: { fullName: '' }, product: { key: '', name: '' }, part: { name: '' } } as const

type Named = { readonly fullName: string } | { readonly name: string } | Omit<ProductReference, '_id'>

/** What bulk changes set that is a record, by its id. */
interface Records {
  readonly named: ReadonlyMap<string, Named>
  readonly labels: ReadonlyMap<string, Label>
  /** Custom fields as they are told, by the bulk change. */
  readonly custom: ReadonlyMap<ManyValues, Bulk['fields']['fields']>
}

function present(row: BulkRow, { named, labels, custom }: Records): Bulk {
  const isFinished = row.finished_on !== null
  const told = (name: BulkName) => {
    const value = row.fields[name]
    if (typeof value === 'object' && value !== null) {
      const byId = (ids: readonly string[] = []) => ids.flatMap((id) => labels.get(id) ?? [])
      return { add: byId(value.add), remove: byId(value.remove) }
    }
    const { kind } = bugFields[name]
    if (typeof value !== 'string' || kind === 'choice' || kind === 'labels' || kind === 'flag') return value
    return { _id: value, ...(named.get(value) ?? nameless[kind]) }
  }
  const given = bulkNames.filter((name) => row.fields[name] !== undefined)
  return {
    _id: row.id,
    createdOn: row.created_on.toISOString(),
    fields: {
      ...Object.fromEntries(given.map((name) => [name, told(name)])),
      ...(row.fields.fields && { fields: custom.get(row.fields) }),
    },
    total: row.total,
    done: row.done,
    changed: row.changed,
    unchanged: row.unchanged,
    refused: row.refused,
    isFinished,
    ...(row.undoes !== null && { undoes: row.undoes }),
    ...(row.undone_by !== null && { undoneBy: row.undone_by }),
    abilities: { undo: row.undone_by === null && (row.changed > 0 || !isFinished) },
  }
}

async function recordsOf(db: Db, actor: Actor, rows: readonly { readonly fields: ManyValues }[]): Promise<Records> {
  const idsOf = (kind: 'person' | 'product') => {
    const names = bulkNames.filter((name) => bugFields[name].kind === kind)
    const values = rows.flatMap(({ fields }) => names.map((name) => fields[name]))
    return values.filter((value) => typeof value === 'string')
  }
  const [userIds, productIds] = [idsOf('person'), idsOf('product')]
  const people =
    userIds.length > 0
      ? await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', userIds).execute()
      : []
  const products =
    productIds.length > 0
      ? await db
          .selectFrom('products')
          .select(['id', 'key', 'name'])
          .where('id', 'in', productIds)
          .where('number', 'in', [...actor.sees.products, -1])
          .execute()
      : []
  const named = new Map<string, Named>()
  for (const { id, full_name: fullName } of people) named.set(id, { fullName })
  for (const { id, key, name } of products) named.set(id, { key, name })
  for (const name of partNames) {
    const ids = rows.flatMap(({ fields }) => fields[name] ?? [])
    for (const part of (await partsNamed(db, bugFields[name].of, ids)).values())
      if (actor.sees.products.includes(part.productNumber)) named.set(part.id, { name: part.name })
  }
  const changes = rows.flatMap(({ fields }) => labelsNames.flatMap((name) => fields[name] ?? []))
  const labels = await labelsNamed(db, [
    ...new Set(changes.flatMap(({ add = [], remove = [] }) => [...add, ...remove])),
  ])
  const custom = new Map<ManyValues, Bulk['fields']['fields']>()
  for (const { fields } of rows) if (fields.fields) custom.set(fields, await fieldsToTell(db, actor, fields.fields))
  return { named, labels: new Map(labels.map((label) => [label._id, label])), custom }
}
