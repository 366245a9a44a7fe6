import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { newBugWordsPart } from '#server/features/search/public.ts'
import { bugFields, type PlainColumns, plainNames, type PlainValues } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { noSuchBug } from './require-bug.ts'

export interface NewBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly createdOn: Date
  readonly createdBy: string
}

/**
 * Parts of a `with` that store a new bug with what it is found by: one cannot be without the other.
 */
export const newBugPart = (tx: Tx, bug: NewBug): RawBuilder<unknown> => sql`bug as (
    insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
    values (${bug.id}, ${bug.title}, ${bug.description}, ${bug.stepsToReproduce}, ${bug.createdOn}, ${bug.createdBy})
  ), ${newBugWordsPart(tx, bug)}`

/** Writes a new bug and what search reads of it. */
export async function insertBug(tx: Tx, bug: NewBug): Promise<void> {
  await tx.run(sql`with ${newBugPart(tx, bug)} select`, { keepsPlan: true })
}

/** A part of a `with` that counts one more comment of a bug. The caller holds its lock. */
export const commentCountPart = (bugId: string): RawBuilder<unknown> => sql`counted as (
    update bugs set comment_count = comment_count + 1 where id = ${bugId}
  )`

/** Keeps how many people bugs affect. The caller has locked them. @param count an expression, of `bugs.id` */
export async function keepAffectedCounts(tx: Tx, bugIds: readonly string[], count: RawBuilder<unknown>): Promise<void> {
  await sql`update bugs set affected_count = ${count} where id = any(${bugIds}::text[])`.execute(tx)
}

/** A bug as decisions need it, locked. */
export interface LockedBug extends Readonly<PlainValues> {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly externalId: string | null
  readonly status: BugStatus
  readonly isClosed: boolean
  readonly classification: Classification
  readonly duplicateOf: string | null
  readonly isMerged: boolean
  readonly createdBy: string
  readonly assignedTo: string | null
  readonly version: number
}

/**
 * Locks a bug for the rest of the transaction, so that what is decided on is what is written.
 * @throws AppError not-found
 */
export async function lockBug(tx: Tx, bugId: string): Promise<LockedBug> {
  const [row] = isRecordId(bugId) ? await tx.prepared<LockedBug>(lockWhole, [bugId]) : []
  if (!row) throw noSuchBug()
  return row
}

const lockWhole = {
  name: 'lock-bug',
  text: `select id, title, description, steps_to_reproduce as "stepsToReproduce", external_id as "externalId", status,
      is_closed as "isClosed", classification, duplicate_of as "duplicateOf", is_merged as "isMerged",
      created_by as "createdBy", assigned_to as "assignedTo", version,
      ${plainNames.map((name) => `${bugFields[name].column} as "${name}"`).join(', ')}
    from bugs where id = $1 for no key update`,
}

/**
 * Locks a bug of which nothing needs to be known.
 * @throws AppError not-found
 */
export async function holdBug(tx: Tx, bugId: string): Promise<void> {
  const [row] = isRecordId(bugId) ? await tx.prepared(lockAlone, [bugId]) : []
  if (!row) throw noSuchBug()
}

const lockAlone = { name: 'hold-bug', text: 'select id from bugs where id = $1 for no key update' }

/** What a write may set on a bug; a bug's version counts these changes. */
interface BugChange extends Partial<PlainColumns> {
  readonly title?: string
  readonly description?: string
  readonly steps_to_reproduce?: string
  readonly status?: BugStatus
  readonly is_closed?: boolean
  readonly classification?: Classification
  readonly duplicate_of?: string | null
  readonly is_merged?: boolean
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
