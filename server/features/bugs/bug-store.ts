import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { newBugWordsPart } from '#server/features/search/public.ts'
import {
  bugFields,
  type FlagColumns,
  type FlagValues,
  type PartColumns,
  type PartValues,
  type PlainColumns,
  type PlainValues,
  settableNames,
} from '#shared/bugs/fields.ts'
import type { StoredFields } from '#shared/custom-fields/custom-field.ts'
import { type BugStatus, type Classification, classifications } from '#shared/bugs/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { fieldRules } from './field-rules.ts'
import { noSuchBug } from './require-bug.ts'
import type { Turn } from './turns.ts'

export interface NewBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly createdOn: Date
  readonly createdBy: string
  readonly productNumber?: number
  readonly isPrivate?: boolean
  readonly fields?: StoredFields
  /** The ids of parts of its product. */
  readonly component?: string | null
  readonly foundVersion?: string | null
  /** From its report on. */
  readonly assignedTo?: string | null
  /** The team owes its reporter an answer from its report on. */
  readonly isOwed?: boolean
}

/** The product that is there from the start: bugs go there unless another one is named. */
export const firstProductNumber = 0
export const firstProductId = '000000000000000000000001'

/**
 * Parts of a `with` that store a new bug with what it is found by: one cannot be without the other. `bug` has its number in
 * its product.
 */
export function newBugPart(tx: Tx, bug: NewBug): RawBuilder<unknown> {
  const assignment = fieldRules.assignment(bug.assignedTo ?? null, bug.createdOn)
  return sql`bug as (
    insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, product_number, is_private,
      fields, component_id, found_version_id, assigned_to, assigned_on, owed_since)
    values (${bug.id}, ${bug.title}, ${bug.description}, ${bug.stepsToReproduce}, ${bug.createdOn}, ${bug.createdBy},
      ${bug.productNumber ?? firstProductNumber}, ${bug.isPrivate ?? false}, ${JSON.stringify(bug.fields ?? {})},
      ${bug.component ?? null}, ${bug.foundVersion ?? null}, ${assignment.assigned_to}, ${assignment.assigned_on},
      ${bug.isOwed ? bug.createdOn : null})
    returning number
  ), ${newBugWordsPart(tx, bug)}`
}

/** Writes a new bug and what search reads of it. */
export async function insertBug(tx: Tx, bug: NewBug): Promise<void> {
  await tx.run(sql`with ${newBugPart(tx, bug)} select`, { keepsPlan: true })
}

/** What a comment may set on its bug, beside its count. */
type TurnChange = ReturnType<typeof fieldRules.asking> | { readonly owed_since: Date | null }

/** A part of a `with` that counts one more comment of a bug, with what else that sets. The caller holds its lock. */
export const commentCountPart = (bugId: string, turn: Partial<TurnChange> = {}): RawBuilder<unknown> => sql`counted as (
    update bugs set ${setting(turn)} comment_count = comment_count + 1 where id = ${bugId}
  )`

/** Columns of an `update` that others follow. */
const setting = (change: object) =>
  sql.join([...Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value},`), sql``], sql` `)

/** Keeps how many people bugs affect. The caller has locked them. @param count an expression, of `bugs.id` */
export async function keepAffectedCounts(tx: Tx, bugIds: readonly string[], count: RawBuilder<unknown>): Promise<void> {
  await sql`update bugs set affected_count = ${count} where id = any(${bugIds}::text[])`.execute(tx)
}

/** A bug as decisions need it, locked. */
export interface LockedBug extends Readonly<PlainValues & FlagValues & PartValues> {
  /** The comment that asked last, if one did. */
  readonly askedIn: string | null
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
  readonly productNumber: number
  readonly number: number
  readonly version: number
  /** Its custom fields, by their keys. */
  readonly fields: StoredFields
}

const lockedColumns = `b.id, b.title, b.description, b.steps_to_reproduce as "stepsToReproduce",
  b.external_id as "externalId", b.status, b.is_closed as "isClosed", b.classification, b.duplicate_of as "duplicateOf",
  b.is_merged as "isMerged", b.created_by as "createdBy", b.assigned_to as "assignedTo", b.product_number as "productNumber", b.number, b.version, b.fields,
  b.asked_in as "askedIn",
  ${settableNames.map((name) => `b.${bugFields[name].column} as "${name}"`).join(', ')}`

const lockWhole: Prepared = {
  name: 'lock-bug',
  text: `select ${lockedColumns} from bugs b where b.id = $1 and ${seen('b', 2)} for no key update`,
}

/**
 * Locks a bug for the rest of the transaction, so that what is decided on is what is written.
 * @throws AppError not-found, also for what the actor may not see
 */
export async function lockBug(tx: Tx, actor: Actor, bugId: string): Promise<LockedBug> {
  const [row] = isRecordId(bugId) ? await tx.prepared<LockedBug>(lockWhole, [bugId, ...sightValues(actor)]) : []
  if (!row) throw noSuchBug()
  return row
}

const lockLinked: Prepared = {
  name: 'lock-original',
  text: `select ${lockedColumns} from bugs b where b.id = $1 for no key update`,
}

/**
 * Locks the original of a locked bug, which it names.
 * Sees every bug: what is counted at a duplicate is counted at its original, whoever may see that.
 */
export async function lockOriginalOf(tx: Tx, { duplicateOf }: LockedBug): Promise<LockedBug> {
  const [row] = duplicateOf === null ? [] : await tx.prepared<LockedBug>(lockLinked, [duplicateOf])
  if (!row) throw noSuchBug()
  return row
}

const lockMany: Prepared = {
  name: 'lock-linked',
  text: `select ${lockedColumns} from bugs b where b.id = any($1::text[]) order by b.id for no key update`,
}

/**
 * Locks bugs that are linked to a locked bug, or to those, by their ids; itself too. Whoever locks several has waited for the
 * links.
 * Sees every bug: what is recorded at one end of a link is recorded at the other, whoever may see that.
 */
export async function lockLinkedBugs(tx: Tx, bug: LockedBug, ids: readonly string[]): Promise<LockedBug[]> {
  return tx.prepared<LockedBug>(lockMany, [[bug.id, ...ids]])
}

/** What is asked of a bug that somebody only says something to. */
export interface HeldBug extends Turn {
  readonly createdBy: string
  readonly isClosed: boolean
  readonly isMerged: boolean
  /** Who asked its reporter last. */
  readonly askedBy: string | null
  /** Since when the team owes its reporter an answer. */
  readonly owedSince: Date | null
}

const lockAlone: Prepared = {
  name: 'hold-bug',
  text: `select b.created_by as "createdBy", b.is_closed as "isClosed", b.is_merged as "isMerged", b.asked_by as "askedBy",
      b.is_waiting as "isWaiting", b.owed_since is not null as "isOwed",
      b.owed_since as "owedSince"
    from bugs b where b.id = $1 and ${seen('b', 2)} for no key update`,
}

/**
 * Locks a bug of which little needs to be known.
 * @throws AppError not-found, also for what the actor may not see
 */
export async function holdBug(tx: Tx, actor: Actor, bugId: string): Promise<HeldBug> {
  const [row] = isRecordId(bugId) ? await tx.prepared<HeldBug>(lockAlone, [bugId, ...sightValues(actor)]) : []
  if (!row) throw noSuchBug()
  return row
}

/** What a write may set on a bug; a bug's version counts these changes. */
interface BugChange extends Partial<PlainColumns & FlagColumns & PartColumns> {
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
  readonly product_number?: number
  readonly number?: number
  /** As JSON. */
  readonly fields?: string
  readonly asked_on?: Date
  readonly asked_by?: string
  readonly asked_in?: string | null
  readonly reminders?: number
}

/**
 * Changes a bug that the caller has locked. There are few sets of columns, each with a plan that is kept.
 * @returns the version that this makes
 */
export async function updateBug(tx: Tx, bug: LockedBug, change: BugChange): Promise<number> {
  const version = bug.version + 1
  const given = Object.entries({ ...change, version }).filter(([, value]) => value !== undefined)
  const columns = given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await tx.run(sql`update bugs set ${sql.join(columns)} where id = ${bug.id}`, { keepsPlan: true })
  return version
}

/**
 * Ends or takes up again that a locked bug waits for its reporter, together with a comment: that is no change of the bug alone.
 * @param more what follows from the comment: since when the team owes an answer, and that no comment has the question any more
 */
export async function setWaiting(
  tx: Tx,
  bugId: string,
  isWaiting: boolean,
  more: { readonly owed_since?: Date | null; readonly asked_in?: null } = {},
): Promise<void> {
  await tx
    .updateTable('bugs')
    .set({ ...fieldRules.asking(isWaiting), ...more })
    .where('id', '=', bugId)
    .execute()
}

/**
 * Locks the totals that this connection counts in, in the order in which triggers lock some of them, for a transaction
 * that changes many bugs. Belongs after the locks of the bugs: whoever changes one holds its lock before they count.
 */
export async function lockTotals(tx: Tx): Promise<void> {
  await tx.prepared(lockCounts, [classifications])
}

const lockCounts = {
  name: 'lock-totals',
  text: `insert into bug_counts as c (product_number, is_private, is_closed, classification, shard, n)
    select number, is_private, is_closed, classification, pg_backend_pid() % 16, 0
      from products, (values (false), (true)) private (is_private), (values (false), (true)) closed (is_closed),
        unnest($1::text[]) classification order by 1, 2, 3, 4
    on conflict (product_number, is_private, is_closed, classification, shard) do update set n = c.n`,
}
