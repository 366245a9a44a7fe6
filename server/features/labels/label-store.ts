import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Label } from '#shared/labels/label.ts'
import { type RawBuilder, sql } from 'kysely'

/** Labels `l` for which a condition holds, A to Z, as JSON. */
export const labelsJson = (condition: string): string => `(select coalesce(
    json_agg(json_build_object('_id', l.id, 'name', l.name, 'tone', l.tone, 'description', l.description)
      order by lower(l.name), l.id), '[]')
    from labels l where ${condition})`

/** Select list for the ids of the labels of a bug `b`; null for none. */
export const labelIdsColumn = `nullif(array(select bl.label_id::text from bug_labels bl where bl.bug_id = b.id), '{}') as label_ids`

/** The ids of the labels of a bug `b`, in order, as JSON. */
export const labelIdsOfBug = `(select coalesce(jsonb_agg(bl.label_id order by bl.label_id), '[]') from bug_labels bl where bl.bug_id = b.id)`

/** Bugs that have a label of these ids. @param ids undefined for any label */
export const bugsWithLabels = (ids: readonly string[] | undefined): RawBuilder<boolean> =>
  ids === undefined
    ? sql`b.id in (select bl.bug_id from bug_labels bl)`
    : sql`b.id in (select bl.bug_id from bug_labels bl where bl.label_id = any(${ids}::text[]))`

/** Returns all labels, A to Z. */
export function listLabels(db: Db): Promise<Label[]> {
  return db.read<Label>(sql`select id as "_id", name, tone, description from labels where ended_by is null
    order by lower(name), id`)
}

/** Returns the labels with these ids, A to Z; also those that were merged or deleted. */
export function labelsNamed(db: Db, ids: readonly string[]): Promise<Label[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.read<Label>(sql`select id as "_id", name, tone, description from labels where id = any(${ids}::text[])
    order by lower(name), id`)
}

/** Returns the ids of the labels of this name, in whatever case: one or none. The database alone folds it, as its index does. */
export async function labelIdsOf(db: Db, name: string): Promise<string[]> {
  const rows = await db.read<{ id: string }>(
    sql`select id from labels where lower(name) = lower(${name.trim()}) and ended_by is null`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Stores labels of somebody, all at once: an import brings hundreds.
 * @param actorId null for an import
 * @returns those that were stored; one whose name another label has, or one of those before it, is left out
 */
export async function insertLabels(
  tx: Tx,
  labels: readonly Omit<Label, '_id'>[],
  actorId: string | null,
): Promise<Label[]> {
  const now = new Date()
  const rows = labels.map((label) => ({ ...label, id: newRecordId(now) }))
  const stored = await tx.read<{ id: string }>(sql`insert into labels (id, name, tone, description, created_on)
    select id, name, tone, description, ${now} from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id text, name text, tone text, description text)
    on conflict do nothing returning id`)
  const ids = new Set(stored.map(({ id }) => id))
  const made = rows.filter(({ id }) => ids.has(id))
  await recordEvents(
    tx,
    made.map(({ id, ...payload }) => ({ type: 'label-created', subjectId: id, actorId, payload })),
  )
  return made.map(({ id, ...label }) => ({ _id: id, ...label }))
}

/** Locks a label against changes by others. @throws AppError not-found */
export async function lockLabel(tx: Tx, id: string, field = 'labelId'): Promise<Label> {
  const [row] = isRecordId(id)
    ? await tx.read<Label>(sql`select id as "_id", name, tone, description from labels
        where id = ${id} and ended_by is null for update`)
    : []
  if (!row) throw noSuchLabel(field)
  return row
}

const noSuchLabel = (field: string) => new AppError('not-found', 'There is no label with this id.', { field })

/** Writes what a label is called and how it looks. The caller has locked it. @returns false where another one is called so */
export async function updateLabel(tx: Tx, { _id, name, tone, description }: Label): Promise<boolean> {
  const { rows } = await sql`update labels l set name = ${name}, tone = ${tone}, description = ${description}
    where id = ${_id} and not exists (select from labels o where lower(o.name) = lower(${name}) and o.id <> l.id and o.ended_by is null)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Ends a label by the last event about it. Its row stays, because events name it. @param into has its bugs from now on */
export async function endLabel(tx: Tx, id: string, into: string | null): Promise<void> {
  if (into !== null) {
    await sql`insert into bug_labels (bug_id, label_id) select bug_id, ${into}::text from bug_labels where label_id = ${id}
      on conflict do nothing`.execute(tx)
  }
  await sql`delete from bug_labels where label_id = ${id}`.execute(tx)
  await sql`update labels set merged_into = ${into},
      ended_by = (select max(e.id) from events e where e.subject_id = labels.id and e.type in ('label-merged', 'label-deleted'))
    where id = ${id}`.execute(tx)
}

/** A label that was merged or deleted. */
export interface EndedLabel {
  readonly id: string
  /** The label that it was merged into. */
  readonly into: string | null
  /** The number of the event that ended it. */
  readonly eventId: number
}

/** Returns the labels that were merged or deleted, in the order of their ends. */
export function endedLabels(db: Db): Promise<EndedLabel[]> {
  return db.read<EndedLabel>(sql`select id, merged_into as "into", ended_by as "eventId" from labels
    where ended_by is not null order by ended_by`)
}

/** Returns the labels that took the places of some: each itself, the one that it was merged into, or none. */
export async function heirsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.read<{ id: string }>(sql`with recursive heirs as (
      select id, merged_into, ended_by from labels where id = any(${ids}::text[])
      union
      select l.id, l.merged_into, l.ended_by from heirs h join labels l on l.id = h.merged_into
    ) select id from heirs where ended_by is null`)
  return rows.map(({ id }) => id)
}

/** A label of a bug, as an event keeps it. */
export interface NamedLabel {
  readonly id: string
  readonly name: string
}

/** Returns the labels of a bug, A to Z. */
export function labelsOfBug(db: Db, bugId: string): Promise<NamedLabel[]> {
  return db.read<NamedLabel>(sql`select l.id, l.name from bug_labels bl join labels l on l.id = bl.label_id
    where bl.bug_id = ${bugId} order by lower(l.name), l.id`)
}

/** Returns the labels with these ids, so locked that nobody merges or deletes them meanwhile. */
export function holdLabels(tx: Tx, ids: readonly string[]): Promise<NamedLabel[]> {
  return tx.read<NamedLabel>(sql`select id, name from labels where id = any(${ids}::text[]) and ended_by is null
    order by id for key share`)
}

/** Adds labels to a bug and removes others. The caller has locked the bug, and holds the labels. */
export async function storeLabels(
  tx: Tx,
  bugId: string,
  { added, removed }: { readonly added: readonly NamedLabel[]; readonly removed: readonly NamedLabel[] },
): Promise<void> {
  if (removed.length > 0) {
    await sql`delete from bug_labels where bug_id = ${bugId} and label_id = any(${removed.map(({ id }) => id)}::text[])`.execute(
      tx,
    )
  }
  await storeLabelsOfBugs(
    tx,
    added.map(({ id }) => ({ bugId, labelId: id })),
  )
}

/** Adds labels to many bugs. */
export async function storeLabelsOfBugs(
  tx: Tx,
  pairs: readonly { readonly bugId: string; readonly labelId: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  const [bugs, labels] = [pairs.map(({ bugId }) => bugId), pairs.map(({ labelId }) => labelId)]
  await sql`insert into bug_labels (bug_id, label_id) select * from unnest(${bugs}::text[], ${labels}::text[])
    on conflict do nothing`.execute(tx)
}

/**
 * Finds labels by their names, in whatever case, and creates those that are missing, in grey.
 * @param names without white space around them
 * @param actorId who creates them; null for an import
 * @returns the labels by the names as given, so locked that nobody merges or deletes them meanwhile
 */
export async function meetLabels(
  tx: Tx,
  names: readonly string[],
  actorId: string | null = null,
): Promise<ReadonlyMap<string, NamedLabel>> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  // The database alone decides which letters are the same: its index does too.
  const find = async () => {
    const rows = await tx.read<NamedLabel & { asked: string }>(
      sql`select asked.name as asked, l.id, l.name from unnest(${wanted}::text[]) as asked (name)
        join labels l on lower(l.name) = lower(asked.name) and l.ended_by is null order by l.id for key share of l`,
    )
    return new Map(rows.map(({ asked, id, name }) => [asked, { id, name }]))
  }
  const known = await find()
  const missing = wanted.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  const made = await insertLabels(
    tx,
    missing.map((name) => ({ name, tone: 'grey', description: '' })),
    actorId,
  )
  // Some may be written otherwise, or have come from somebody else meanwhile.
  if (made.length < missing.length) return find()
  return new Map([...known, ...made.map(({ _id, name }) => [name, { id: _id, name }] as const)])
}
