import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'

/**
 * Returns the bugs that a person reported, is assigned, or is named by in a custom field, and which of them are private and let
 * the person see them. Sees every bug, as `giveBugs` does.
 */
export async function bugsOf(tx: Tx, person: string): Promise<{ readonly id: string; readonly letsSee: boolean }[]> {
  const { rows } = await sql<{
    id: string
    letsSee: boolean
  }>`select id, is_private and (created_by = ${person} or assigned_to is not distinct from ${person}) as "letsSee" from bugs
    where created_by = ${person} or assigned_to = ${person}
      or id in (select v.bug_id from bug_field_values v where v.word = ${person})`.execute(tx)
  return rows
}

/**
 * Makes what was reported by or assigned to one person, or names them in a custom field, that of another, without a change of the
 * bugs themselves. The caller has locked these.
 * Sees every bug: who somebody is does not depend on who may see what they reported.
 * @returns the bugs that were reported by them, and how many were assigned to them
 */
export async function giveBugs(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ readonly reported: readonly string[]; readonly assigned: number }> {
  const reported = await tx
    .updateTable('bugs')
    .set({ created_by: to })
    .where('created_by', '=', from)
    .returning('id')
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('bugs')
    .set({ assigned_to: to })
    .where('assigned_to', '=', from)
    .executeTakeFirst()
  // Whom a custom field names is said by an object, so that no text is taken for a person.
  await sql`update bugs set fields = (
      select jsonb_object_agg(field.key, case when field.value = jsonb_build_object('_id', ${from}::text)
        then jsonb_build_object('_id', ${to}::text) else field.value end)
      from jsonb_each(bugs.fields) field)
    where id in (select v.bug_id from bug_field_values v where v.word = ${from})`.execute(tx)
  return { reported: reported.map(({ id }) => id), assigned: Number(numUpdatedRows) }
}
