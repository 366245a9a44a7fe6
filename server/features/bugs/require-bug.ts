import type { Actor } from '#server/access/actor.ts'
import { type SeenFacts, seen, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'

const exists: Prepared = {
  name: 'require-bug',
  text: `select b.id from bugs b where b.id = $1 and ${seen('b', 2)}`,
}

/** @throws AppError not-found when there is no such bug for the actor */
export async function requireBug(db: Db, actor: Actor, bugId: string): Promise<void> {
  const [row] = isRecordId(bugId) ? await db.prepared(exists, [bugId, ...sightValues(actor)]) : []
  if (!row) throw noSuchBug()
}

/** Refuses a bug that is unknown, or hidden from the caller: both alike. */
export function noSuchBug(): AppError {
  return new AppError('not-found', 'There is no bug with this id.', { field: 'bugId' })
}

const facts: Prepared = {
  name: 'seen-facts',
  text: `select b.id, b.product_number as "productNumber", b.is_private as "isPrivate", b.created_by as "createdBy",
      b.assigned_to as "assignedTo",
      case when b.is_private then array(select r.user_id::text from bug_readers r where r.bug_id = b.id) else '{}' end as readers
    from bugs b where b.id = any($1::text[])`,
}

/**
 * Returns what decides who may see these bugs, by id, to be asked for each of many people with `maySee`.
 * Sees every bug: the caller tells nobody of a bug before that.
 */
export async function seenFacts(db: Db, bugIds: readonly string[]): Promise<Map<string, SeenFacts>> {
  if (bugIds.length === 0) return new Map()
  const rows = await db.prepared<SeenFacts & { id: string }>(facts, [bugIds])
  return new Map(rows.map((row) => [row.id, row]))
}
