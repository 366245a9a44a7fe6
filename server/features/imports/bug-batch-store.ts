import type { Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { insertBugs } from '#server/features/bugs/public.ts'
import { storeIndexes } from '#server/features/search/public.ts'
import { sql } from 'kysely'
import type { PreparedBug } from './batches.ts'
import { eventsOf, peopleOf, type PeopledBug, withPeople } from './bug-events.ts'
import { idOf, type KnownPeople, meetPeople } from './people-store.ts'

export interface StoredBatch {
  readonly bugs: number
  readonly comments: number
  readonly people: number
}

/** Events in one statement; PostgreSQL takes 65,535 parameters, four an event. */
const eventsAtOnce = 2_000

/**
 * Stores the bugs that are not there yet, with their comments, their words and their events. A bug that is there stays
 * as it is, whatever the file says of it now.
 */
export async function storeBatch(tx: Tx, batch: readonly PreparedBug[], known: KnownPeople): Promise<StoredBatch> {
  // Two imports at once must neither store a person twice nor block each other.
  await acquireAdvisoryLock(tx, 'imports')
  const fresh = await notThereYet(tx, batch)
  if (fresh.length === 0) return { bugs: 0, comments: 0, people: 0 }
  const people = await meetPeople(tx, fresh.flatMap(peopleOf), known)
  const bugs = fresh.map((bug) => withPeople(bug, (person) => idOf(person, known)))
  await storeBugs(tx, bugs)
  const comments = await insertComments(tx, bugs)
  const events = bugs.flatMap(eventsOf)
  for (let from = 0; from < events.length; from += eventsAtOnce) {
    await recordEvents(tx, events.slice(from, from + eventsAtOnce))
  }
  return { bugs: bugs.length, comments, people }
}

async function notThereYet(tx: Tx, batch: readonly PreparedBug[]): Promise<PreparedBug[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bugs where id = any(${batch.map((bug) => bug.id)}::text[])`.execute(tx)
  const there = new Set(rows.map((row) => row.id))
  return batch.filter((bug) => !there.has(bug.id))
}

async function storeBugs(tx: Tx, bugs: readonly PeopledBug[]): Promise<void> {
  await insertBugs(
    tx,
    bugs.map(({ bug, createdBy, assignedTo, comments }) => ({
      ...bug,
      createdBy,
      assignedTo,
      commentCount: comments.length,
    })),
  )
  await storeIndexes(
    tx,
    bugs.map(({ bug: { id, index } }) => ({ id, index })),
  )
}

async function insertComments(tx: Tx, bugs: readonly PeopledBug[]): Promise<number> {
  const rows = bugs.flatMap(({ bug, comments }) =>
    comments.map(({ id, userId, createdOn, message }) => ({
      id,
      bug_id: bug.id,
      user_id: userId,
      created_on: createdOn,
      message,
    })),
  )
  if (rows.length === 0) return 0
  await sql`
    insert into comments (id, bug_id, user_id, created_on, message)
    select * from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(id text, bug_id text, user_id text, created_on timestamptz, message text)`.execute(tx)
  return rows.length
}
