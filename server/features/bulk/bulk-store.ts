import type { Actor } from '#server/access/actor.ts'
import { seesRow } from '#server/access/sight.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { ManyValues } from '#shared/bulk/bulk-values.ts'
import { bulkDays, type FactRefusal, maxListedBulks, maxUnfinishedBulks } from '#shared/bulk/contract.ts'
import { sql } from 'kysely'

/** What a person calls the act of asking for a bulk change; names the keys of such requests. */
export const bulkAct = 'change many bugs'

/** A bulk change that is worked on; locked. */
export interface ClaimedBulk {
  readonly id: string
  readonly createdBy: string
  readonly fields: ManyValues
  /** The one that it takes back. */
  readonly undoes: string | null
}

/** What became of one bug. */
export interface BugOutcome {
  readonly bugId: string
  readonly isChanged: boolean
  readonly refusals: readonly FactRefusal[]
}

interface NewBulk extends ClaimedBulk {
  readonly createdOn: Date
  /** Each once. */
  readonly bugIds: readonly string[]
}

/** Stores a bulk change that is to be worked on; one without a bug is done. */
export async function insertBulk(tx: Tx, { id, createdOn, createdBy, fields, undoes, bugIds }: NewBulk): Promise<void> {
  await tx
    .insertInto('bulk_changes')
    .values({
      id,
      created_on: createdOn,
      created_by: createdBy,
      fields: JSON.stringify(fields),
      undoes,
      total: bugIds.length,
      finished_on: bugIds.length === 0 ? createdOn : null,
    })
    .execute()
  await sql`insert into bulk_change_bugs (bulk_id, bug_id) select ${id}::text, unnest(${bugIds}::text[])`.execute(tx)
}

/** Locks a bulk change that is not done; undefined where it is, or where somebody else works at it or waits to stop it. */
export async function claimBulk(tx: Tx, id: string): Promise<ClaimedBulk | undefined> {
  // A row goes to whoever comes first: without this the next batch could again and again come before who waits.
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock_shared(${lockKey(id)}) as got`.execute(
    tx,
  )
  if (!rows[0]?.got) return undefined
  return tx
    .selectFrom('bulk_changes')
    .select(['id', 'created_by as createdBy', 'fields', 'undoes'])
    .where('id', '=', id)
    .where('finished_on', 'is', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Returns the next bugs of a bulk change that nothing was done about, in the order of their ids. */
export async function nextBugs(db: Db, bulkId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_change_bugs')
    .select('bug_id')
    .where('bulk_id', '=', bulkId)
    .where('is_changed', 'is', null)
    .orderBy('bug_id')
    .limit(most)
    .execute()
  return rows.map((row) => row.bug_id)
}

/** Keeps what became of some bugs. @returns whether the bulk change is done by it */
export async function keepOutcomes(tx: Tx, bulkId: string, outcomes: readonly BugOutcome[]): Promise<boolean> {
  const rows = outcomes.map(({ bugId, isChanged, refusals }) => ({
    bug_id: bugId,
    is_changed: isChanged,
    refusals: refusals.length === 0 ? null : refusals,
  }))
  await sql`update bulk_change_bugs b set is_changed = r.is_changed, refusals = r.refusals
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (bug_id text, is_changed boolean, refusals jsonb)
    where b.bulk_id = ${bulkId} and b.bug_id = r.bug_id`.execute(tx)
  const changed = outcomes.filter(({ isChanged }) => isChanged).length
  const refused = outcomes.filter(({ refusals }) => refusals.length > 0).length
  const unchanged = outcomes.filter(({ isChanged, refusals }) => !isChanged && refusals.length === 0).length
  const { rows: after } = await sql<{ is_done: boolean }>`update bulk_changes set done = done + ${outcomes.length},
      changed = changed + ${changed}, unchanged = unchanged + ${unchanged}, refused = refused + ${refused},
      finished_on = case when done + ${outcomes.length} >= total then now() end
    where id = ${bulkId} returning finished_on is not null as is_done`.execute(tx)
  return after[0]?.is_done === true
}

/** A bulk change as its creator sees it. */
export interface BulkRow {
  readonly id: string
  readonly created_on: Date
  readonly fields: ManyValues
  readonly undoes: string | null
  readonly undone_by: string | null
  readonly total: number
  readonly done: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly finished_on: Date | null
}

function bulksOf(db: Db, userId: string) {
  return db
    .selectFrom('bulk_changes as b')
    .leftJoin('bulk_changes as u', 'u.undoes', 'b.id')
    .select([
      ...(['b.id', 'b.created_on', 'b.fields', 'b.undoes', 'b.total', 'b.done', 'b.changed', 'b.unchanged'] as const),
      ...(['b.refused', 'b.finished_on', 'u.id as undone_by'] as const),
    ])
    .where('b.created_by', '=', userId)
}

/** Returns a person's bulk change; undefined for anybody else's. */
export async function findBulk(db: Db, userId: string, id: string): Promise<BulkRow | undefined> {
  return isRecordId(id) ? bulksOf(db, userId).where('b.id', '=', id).executeTakeFirst() : undefined
}

/** Returns those of a person that are not done, and the last ones that are, latest first. */
export async function lastBulks(db: Db, userId: string): Promise<BulkRow[]> {
  const unfinished = await bulksOf(db, userId).where('b.finished_on', 'is', null).execute()
  const finished = await bulksOf(db, userId)
    .where('b.finished_on', 'is not', null)
    .orderBy('b.created_on', 'desc')
    .limit(maxListedBulks)
    .execute()
  return [...unfinished, ...finished].toSorted((one, other) => other.created_on.getTime() - one.created_on.getTime())
}

/** Returns whether a person may ask for another one. */
export async function mayBeginAnother(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('bulk_changes')
    .select('id')
    .where('created_by', '=', userId)
    .where('finished_on', 'is', null)
    .limit(maxUnfinishedBulks)
    .execute()
  return rows.length < maxUnfinishedBulks
}

const lockKey = (id: string) => sql`hashtext('bulk change'), hashtext(${id})`

/** Locks a bulk change, so that nobody works at it, and waits for whoever does; no batch begins meanwhile. */
export async function lockBulk(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(id)})`.execute(tx)
  await tx.selectFrom('bulk_changes').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Refuses all that a locked bulk change has not done yet. */
export async function refuseRest(tx: Tx, bulkId: string, refusal: FactRefusal): Promise<void> {
  for (;;) {
    const rest = await nextBugs(tx, bulkId, 1_000)
    const outcomes = rest.map((bugId) => ({ bugId, isChanged: false, refusals: [refusal] }))
    if (rest.length === 0 || (await keepOutcomes(tx, bulkId, outcomes))) return
  }
}

/** Returns the bugs that a bulk change has changed. */
export async function changedBugs(tx: Tx, bulkId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bulk_change_bugs')
    .select('bug_id')
    .where('bulk_id', '=', bulkId)
    .where('is_changed', '=', true)
    .execute()
  return rows.map((row) => row.bug_id)
}

/** Returns some of the bugs where something was refused, in the order of their ids; hidden and unknown ones without a title. */
export async function refusedBugs(
  db: Db,
  actor: Actor,
  bulkId: string,
  { from, count }: { from: number; count: number },
) {
  return db
    .selectFrom('bulk_change_bugs as r')
    .leftJoin('bugs as b', (join) => join.onRef('b.id', '=', 'r.bug_id').on(seesRow(actor, 'b')))
    .select(['r.bug_id', 'b.title', 'r.refusals'])
    .where('r.bulk_id', '=', bulkId)
    .where('r.refusals', 'is not', null)
    .orderBy('r.bug_id')
    .offset(from)
    .limit(count)
    .execute()
}

/** Returns the ids of all that are not done, the one that waits longest first. */
export async function unfinishedBulks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_changes')
    .select('id')
    .where('finished_on', 'is', null)
    .orderBy('created_on')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes those that were done long ago, with the keys of their requests. */
export async function deleteOldBulks(tx: Tx, now: Date): Promise<void> {
  const rows = await tx
    .deleteFrom('bulk_changes')
    .where('finished_on', '<', new Date(now.getTime() - bulkDays * 86_400_000))
    .returning(['id', 'created_by'])
    .execute()
  if (rows.length === 0) return
  await tx
    .deleteFrom('request_keys')
    .where('act', '=', bulkAct)
    .where('user_id', 'in', [...new Set(rows.map((row) => row.created_by))])
    .where(
      'record_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
