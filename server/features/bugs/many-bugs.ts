import type { Tx } from '#server/db/database.ts'
import {
  partColumns,
  partColumnsOf,
  type PartValues,
  plainColumns,
  plainColumnsOf,
  type PlainValues,
} from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { sql } from 'kysely'
import { firstProductNumber, type NewBug } from './bug-store.ts'
import { fieldRules } from './field-rules.ts'

/** A bug that comes from elsewhere, with all its facts. */
export interface StoredBug extends Omit<NewBug, keyof PartValues>, Readonly<PlainValues> {
  readonly assignedTo: string | null
  readonly assignedOn: Date | null
  readonly status: BugStatus
  readonly closedOn: Date | null
  readonly classification: Classification
  readonly importedProduct: string | null
  readonly importedComponent: string | null
  /** The ids of parts of its product. */
  readonly parts: PartValues
  readonly externalId: string | null
  readonly commentCount: number
  /** In its product, where it is free; null for the next one. */
  readonly number: number | null
}

/** Stores many bugs, without what they are found by. @returns the number of each in its product, by its id */
export async function insertBugs(tx: Tx, bugs: readonly StoredBug[]): Promise<ReadonlyMap<string, number>> {
  const rows = bugs.map((bug) => ({
    id: bug.id,
    title: bug.title,
    description: bug.description,
    steps_to_reproduce: bug.stepsToReproduce,
    created_on: bug.createdOn,
    created_by: bug.createdBy,
    assigned_to: bug.assignedTo,
    assigned_on: bug.assignedOn,
    ...fieldRules.closing(bug.status),
    closed_on: bug.closedOn,
    classification: bug.classification,
    product: bug.importedProduct,
    component: bug.importedComponent,
    external_id: bug.externalId,
    comment_count: bug.commentCount,
    product_number: bug.productNumber ?? firstProductNumber,
    number: bug.number,
    is_private: bug.isPrivate ?? false,
    fields: bug.fields ?? {},
    ...plainColumnsOf(bug),
    ...partColumnsOf(bug.parts),
  }))
  const columns = sql.raw(`id, title, description, steps_to_reproduce, created_on, created_by, assigned_to, assigned_on,
    status, is_closed, closed_on, classification, product, component, external_id, comment_count, product_number, number, is_private, fields, ${[...plainColumns, ...partColumns].join(', ')}`)
  const { rows: stored } = await sql<{ id: string; number: number }>`
    insert into bugs (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id text, title text, description text, steps_to_reproduce text, created_on timestamptz, created_by text,
      assigned_to text, assigned_on timestamptz, status text, is_closed boolean, closed_on timestamptz, classification text, product text,
      component text, external_id text, comment_count integer, product_number smallint, number integer, is_private boolean, fields jsonb,
      ${sql.raw([...plainColumns, ...partColumns].map((column) => `${column} text`).join(', '))})
    returning id, number`.execute(tx)
  return new Map(stored.map(({ id, number }) => [id, number]))
}

/** Links many bugs to their originals. The caller has locked them. */
export async function setOriginals(
  tx: Tx,
  links: readonly (readonly [bugId: string, original: string])[],
): Promise<void> {
  const [ids, originals] = [links.map(([id]) => id), links.map(([, original]) => original)]
  await sql`
    update bugs set duplicate_of = link.original
      from unnest(${ids}::text[], ${originals}::text[]) as link(id, original)
      where bugs.id = link.id`.execute(tx)
}
