import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { insertIndexedBug } from '#server/features/search/public.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { noSuchBug } from './require-bug.ts'

export interface NewBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly createdOn: Date
  readonly createdBy: string
}

/** Writes a new bug and what search reads of it; both must exist together. */
export function insertBug(tx: Tx, bug: NewBug): Promise<void> {
  return insertIndexedBug(tx, bug)
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
      created_by as "createdBy", assigned_to as "assignedTo", version
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
interface BugChange {
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
