import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { BugStatus } from '#shared/bugs/words.ts'
import { isClosedStatus } from '#shared/bugs/words.ts'
import { sql } from 'kysely'
import { bugWords } from './bug-words.ts'
import { noSuchBug } from './bug-view.ts'

export interface NewBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly createdOn: Date
  readonly createdBy: string
}

/** Writes a new bug and the row that search reads; both must exist together. */
export async function insertBug(tx: Tx, bug: NewBug): Promise<void> {
  await tx
    .insertInto('bugs')
    .values({
      id: bug.id,
      title: bug.title,
      description: bug.description,
      steps_to_reproduce: bug.stepsToReproduce,
      created_on: bug.createdOn,
      created_by: bug.createdBy,
      assigned_to: null,
      assigned_on: null,
      duplicate_of: null,
      product: null,
      component: null,
      external_id: null,
    })
    .execute()
  await tx
    .insertInto('bug_search')
    .values({
      bug_id: bug.id,
      created_on: bug.createdOn,
      is_closed: false,
      classification: 'unclassified',
      words: sql`array_to_tsvector(${bugWords(bug)}::text[])`,
    })
    .execute()
}

/**
 * Locks a bug for the rest of the transaction, so that what is decided on is what is written.
 * @throws AppError not-found
 */
export async function lockBug(
  tx: Tx,
  bugId: string,
): Promise<{ id: string; status: BugStatus; isClosed: boolean; createdBy: string }> {
  const row = isRecordId(bugId)
    ? await tx
        .selectFrom('bugs')
        .select(['id', 'status', 'is_closed as isClosed', 'created_by as createdBy'])
        .where('id', '=', bugId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw noSuchBug()
  return row
}

export async function updateStatus(tx: Tx, bugId: string, status: BugStatus): Promise<void> {
  await tx
    .updateTable('bugs')
    .set((columns) => ({ status, is_closed: isClosedStatus(status), version: columns('version', '+', 1) }))
    .where('id', '=', bugId)
    .execute()
}

/** Adds a comment's words to those a bug is found by, and counts it. The caller holds the bug's lock. */
export async function noteComment(tx: Tx, bugId: string, words: readonly string[]): Promise<void> {
  await tx
    .updateTable('bugs')
    .set((columns) => ({ comment_count: columns('comment_count', '+', 1) }))
    .where('id', '=', bugId)
    .execute()
  // A tsvector holds 1 MiB at most: past some 40,000 different words a bug's further ones are not indexed.
  await sql`update bug_search set words = words || array_to_tsvector(${words}::text[])
    where bug_id = ${bugId} and length(words) < 40000`.execute(tx)
}
