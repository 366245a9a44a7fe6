import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { wordsOf } from '#shared/search/words.ts'
import { sql } from 'kysely'
import { bugWords, indexedBytes, maxIndexedBytes, withinLimit } from './bug-words.ts'
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

/** A bug as decisions need it, locked. */
export interface LockedBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly externalId: string | null
  readonly status: BugStatus
  readonly isClosed: boolean
  readonly classification: Classification
  readonly duplicateOf: string | null
  readonly createdBy: string
  readonly assignedTo: string | null
  readonly version: number
}

/**
 * Locks a bug for the rest of the transaction, so that what is decided on is what is written.
 * @throws AppError not-found
 */
export async function lockBug(tx: Tx, bugId: string): Promise<LockedBug> {
  const row = isRecordId(bugId)
    ? await tx
        .selectFrom('bugs')
        .select([
          'id',
          'title',
          'description',
          'steps_to_reproduce as stepsToReproduce',
          'external_id as externalId',
          'status',
          'is_closed as isClosed',
          'classification',
          'duplicate_of as duplicateOf',
          'created_by as createdBy',
          'assigned_to as assignedTo',
          'version',
        ])
        .where('id', '=', bugId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw noSuchBug()
  return row
}

/** What a write may set on a bug; a bug's version counts these changes. */
interface BugChange {
  readonly title?: string
  readonly description?: string
  readonly steps_to_reproduce?: string
  readonly status?: BugStatus
  readonly is_closed?: boolean
  readonly classification?: Classification
  readonly duplicate_of?: string | null
  readonly assigned_to?: string | null
  readonly assigned_on?: Date | null
}

/** Changes a bug that the caller has locked. @returns the version that this makes */
export async function updateBug(tx: Tx, bug: LockedBug, change: BugChange): Promise<number> {
  const version = bug.version + 1
  await tx
    .updateTable('bugs')
    .set({ ...change, version })
    .where('id', '=', bug.id)
    .execute()
  return version
}

/** Makes the words a bug is found by anew, from its texts as given and its comments as they are. */
export async function rewriteWords(tx: Tx, bug: Parameters<typeof bugWords>[0]): Promise<void> {
  const comments = await tx
    .selectFrom('comments')
    .select('message')
    .where('bug_id', '=', bug.id)
    .where('deleted_on', 'is', null)
    .execute()
  const words = withinLimit([
    ...new Set([...bugWords(bug), ...comments.flatMap((comment) => wordsOf(comment.message))]),
  ])
  await sql`update bug_search set words = array_to_tsvector(${words}::text[]) where bug_id = ${bug.id}`.execute(tx)
}

/** Adds a comment's words to those a bug is found by, and counts it. The caller holds the bug's lock. */
export async function noteComment(tx: Tx, bugId: string, message: string): Promise<void> {
  await tx
    .updateTable('bugs')
    .set((columns) => ({ comment_count: columns('comment_count', '+', 1) }))
    .where('id', '=', bugId)
    .execute()
  const words = withinLimit(wordsOf(message))
  const bytes = indexedBytes(words)
  // A tsvector holds 1 MiB at most; only a text with fewer words than this can be sure to be far below.
  await sql`update bug_search set words = words || array_to_tsvector(${words}::text[])
    where bug_id = ${bugId}
      and (length(words) + ${words.length} < 4000 or octet_length(words::text) + ${bytes} < ${maxIndexedBytes})`.execute(
    tx,
  )
}
