import type { Db, Prepared } from '#server/db/database.ts'
import { labelsJson } from '#server/features/labels/public.ts'
import { type PartColumns, partColumns, partLists } from '#shared/bugs/fields.ts'
import { peopleIn, type StoredFields } from '#shared/custom-fields/custom-field.ts'
import type { Label } from '#shared/labels/label.ts'
import type { PartReference } from '#shared/parts/part.ts'
import type { Person } from '#shared/users/contract.ts'

/** What rows of bugs name by ids. */
export interface NamingRow extends PartColumns {
  readonly label_ids: readonly string[] | null
  /** Its custom fields; null for none. */
  readonly fields: StoredFields | null
}

/** What ids in rows of bugs stand for. */
export interface BugNames {
  /** A to Z. */
  readonly labels: readonly Label[]
  /** Components and versions by their ids. */
  readonly parts: ReadonlyMap<string, PartReference>
  /** The people in custom fields. */
  readonly people: readonly Person[]
}

const noNames: BugNames = { labels: [], parts: new Map(), people: [] }

const statement: Prepared = {
  name: 'names-in-bugs',
  text: `select ${labelsJson('l.id = any($1::text[])')} as labels,
    (select coalesce(json_agg(json_build_object('_id', part.id, 'name', part.name)), '[]')
      from (${partLists.map((list) => `select id, name from ${list} where id = any($2::text[])`).join(' union all ')}) part)
      as parts,
    (select coalesce(json_agg(json_build_object('_id', u.id, 'fullName', u.full_name)), '[]')
      from users u where u.id = any($3::text[])) as people`,
}

/**
 * Returns the names of all that some bugs have by its id. It is one statement more for a page of bugs that have any: named
 * in the statement that reads the bugs, each would be looked up for each of them, and most have none.
 */
export async function namesIn(db: Db, rows: readonly NamingRow[]): Promise<BugNames> {
  const labels = new Set(rows.flatMap((row) => row.label_ids ?? []))
  const parts = new Set(rows.flatMap((row) => partColumns.flatMap((column) => row[column] ?? [])))
  const people = new Set(rows.flatMap((row) => peopleIn(row.fields ?? {})))
  if (labels.size + parts.size + people.size === 0) return noNames
  const [row] = await db.prepared<{ labels: Label[]; parts: PartReference[]; people: Person[] }>(statement, [
    [...labels],
    [...parts],
    [...people],
  ])
  return row ? { ...row, parts: new Map(row.parts.map((part) => [part._id, part])) } : noNames
}
