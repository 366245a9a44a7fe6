import type { Actor } from '#server/access/actor.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import {
  type createTemplate as createEndpoint,
  type editTemplate as editEndpoint,
  type ReportTemplate,
} from '#shared/custom-fields/contract.ts'
import { maxTemplates } from '#shared/custom-fields/custom-field.ts'
import { sql } from 'kysely'
import { fieldsOfProduct, isSame, moveTo, placed, placeOf } from './field-store.ts'
import { requireProduct } from './require-product.ts'

const columns = `t.id as "_id", json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as product, t.name, t.about, t.title,
  t.description, t.steps_to_reproduce as "stepsToReproduce", to_json(t.field_keys) as fields, t.archived_on is not null as "isArchived"`
const source = `report_templates t join products p on p.number = t.product_number`

const seen: Prepared = {
  name: 'templates-seen',
  text: `select ${columns} from ${source} where $1::boolean or p.number = any($2::smallint[])
    order by lower(p.name), p.number, t.archived_on is not null, t.place, t.id`,
}
const one: Prepared = { name: 'template', text: `select ${columns} from ${source} where t.id = $1` }

/** Returns the report templates of the products that the actor may see, or manages. */
export function listTemplates(db: Db, { permissions, sees }: Actor): Promise<ReportTemplate[]> {
  return db.prepared<ReportTemplate>(seen, [permissions.has('canManageProducts'), sees.products])
}

/** Adds a template to a product. @throws AppError not-found, invalid-input; conflict where it has too many */
export async function createTemplate(
  { actor, params, body }: Call<typeof createEndpoint>,
  tx: Tx,
): Promise<ReportTemplate> {
  await acquireAdvisoryLock(tx, 'products')
  const product = await requireProduct(tx, params.productId)
  await refuseTooMany(tx, product.number)
  const facts = {
    ...{ name: body.name.trim(), about: body.about?.trim() ?? '' },
    ...{ title: body.title ?? '', description: body.description ?? '', stepsToReproduce: body.stepsToReproduce ?? '' },
    fields: await knownKeys(tx, product.number, body.fields ?? []),
  }
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  await tx
    .insertInto('report_templates')
    .values({
      ...columnsOf(facts),
      id,
      product_number: product.number,
      place: sql<number>`(select coalesce(max(place) + 1, 0) from report_templates where product_number = ${product.number})`,
      archived_on: null,
      created_on: createdOn,
    })
    .execute()
  const payload = { productId: product.id, ...facts }
  await recordEvent(tx, { type: 'report-template-created', subjectId: id, actorId: actor.userId, payload })
  return readTemplate(tx, id)
}

/** Changes a template. @throws AppError not-found, invalid-input */
export async function editTemplate(
  { actor, params, body }: Call<typeof editEndpoint>,
  tx: Tx,
): Promise<ReportTemplate> {
  await acquireAdvisoryLock(tx, 'products')
  const before = await readTemplate(tx, params.templateId)
  const product = await requireProduct(tx, before.product._id)
  const { place, ...given } = body
  const wanted = {
    name: given.name?.trim() ?? before.name,
    about: given.about?.trim() ?? before.about,
    title: given.title ?? before.title,
    description: given.description ?? before.description,
    stepsToReproduce: given.stepsToReproduce ?? before.stepsToReproduce,
    fields: given.fields ? await knownKeys(tx, product.number, given.fields) : before.fields,
    isArchived: given.isArchived ?? before.isArchived,
  }
  if (before.isArchived && !wanted.isArchived) await refuseTooMany(tx, product.number)
  const at = await placeOf(tx, placed.templates, before._id)
  const isMoved = place !== undefined && place !== at
  if (!isMoved && isSame(before, wanted)) return before
  await tx
    .updateTable('report_templates')
    .set({
      ...columnsOf(wanted),
      ...(wanted.isArchived !== before.isArchived && { archived_on: wanted.isArchived ? new Date() : null }),
    })
    .where('id', '=', before._id)
    .execute()
  if (isMoved) await moveTo(tx, placed.templates, { id: before._id, at: place })
  const payload = { ...wanted, ...(isMoved && { place }) }
  await recordEvent(tx, { type: 'report-template-changed', subjectId: before._id, actorId: actor.userId, payload })
  return readTemplate(tx, before._id)
}

type Facts = Pick<ReportTemplate, 'name' | 'about' | 'title' | 'description' | 'stepsToReproduce' | 'fields'>

const columnsOf = ({ name, about, title, description, stepsToReproduce, fields }: Facts) => ({
  ...{ name, about, title, description },
  steps_to_reproduce: stepsToReproduce,
  field_keys: fields,
})

async function readTemplate(db: Db, id: string): Promise<ReportTemplate> {
  const [template] = isRecordId(id) ? await db.prepared<ReportTemplate>(one, [id]) : []
  if (!template) throw new AppError('not-found', 'There is no template with this id.', { field: 'templateId' })
  return template
}

async function knownKeys(tx: Tx, productNumber: number, keys: readonly string[]): Promise<string[]> {
  const fields = await fieldsOfProduct(tx, productNumber)
  const unknown = keys.find((key) => !fields.has(key))
  if (unknown !== undefined)
    throw new AppError('invalid-input', `This product has no field ‘${unknown}’.`, { field: 'fields' })
  return [...new Set(keys)]
}

async function refuseTooMany(tx: Tx, productNumber: number): Promise<void> {
  const { count } = await tx
    .selectFrom('report_templates')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('product_number', '=', productNumber)
    .where('archived_on', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) < maxTemplates) return
  throw new AppError('conflict', `A product has ${maxTemplates} report templates at most; archive one first.`)
}
