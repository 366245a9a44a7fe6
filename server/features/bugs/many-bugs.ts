import type { Tx } from '#server/db/database.ts'
import { plainColumns, plainColumnsOf, type PlainValues } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { sql } from 'kysely'
import type { NewBug } from './bug-store.ts'
import { fieldRules } from './field-rules.ts'

/** A bug that comes from elsewhere, with all its facts. */
export interface StoredBug extends NewBug, Readonly<PlainValues> {
  readonly assignedTo: string | null
  readonly assignedOn: Date | null
  readonly status: BugStatus
  readonly classification: Classification
  readonly product: string | null
  readonly component: string | null
  readonly externalId: string | null
  readonly commentCount: number
}

/** Stores many bugs, without what they are found by. */
export async function insertBugs(tx: Tx, bugs: readonly StoredBug[]): Promise<void> {
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
    classification: bug.classification,
    product: bug.product,
    component: bug.component,
    external_id: bug.externalId,
    comment_count: bug.commentCount,
    ...plainColumnsOf(bug),
  }))
  const columns = sql.raw(`id, title, description, steps_to_reproduce, created_on, created_by, assigned_to, assigned_on,
    status, is_closed, classification, product, component, external_id, comment_count, ${plainColumns.join(', ')}`)
  await sql`
    insert into bugs (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id text, title text, description text, steps_to_reproduce text, created_on timestamptz, created_by text,
      assigned_to text, assigned_on timestamptz, status text, is_closed boolean, classification text, product text,
      component text, external_id text, comment_count integer, ${sql.raw(plainColumns.map((column) => `${column} text`).join(', '))})`.execute(
    tx,
  )
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
