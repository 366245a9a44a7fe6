import type { Tx } from '#server/db/database.ts'
import { takeTurn } from '#server/db/take-turn.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { storeIndexes } from '#server/features/search/public.ts'
import { isClosedStatus } from '#shared/bugs/words.ts'
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
  await takeTurn(tx, 'imports')
  const fresh = await notThereYet(tx, batch)
  if (fresh.length === 0) return { bugs: 0, comments: 0, people: 0 }
  const people = await meetPeople(tx, fresh.flatMap(peopleOf), known)
  const bugs = fresh.map((bug) => withPeople(bug, (person) => idOf(person, known)))
  await insertBugs(tx, bugs)
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

async function insertBugs(tx: Tx, bugs: readonly PeopledBug[]): Promise<void> {
  const rows = bugs.map(({ bug, createdBy, assignedTo, comments }) => ({
    id: bug.id,
    title: bug.title,
    description: bug.description,
    steps_to_reproduce: bug.stepsToReproduce,
    created_on: bug.createdOn,
    created_by: createdBy,
    assigned_to: assignedTo,
    assigned_on: bug.assignedOn,
    status: bug.status,
    is_closed: isClosedStatus(bug.status),
    classification: bug.classification,
    product: bug.product,
    component: bug.component,
    external_id: bug.externalId,
    comment_count: comments.length,
  }))
  const columns = sql.raw(`id, title, description, steps_to_reproduce, created_on, created_by, assigned_to, assigned_on,
    status, is_closed, classification, product, component, external_id, comment_count`)
  await sql`
    insert into bugs (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id text, title text, description text, steps_to_reproduce text, created_on timestamptz, created_by text,
      assigned_to text, assigned_on timestamptz, status text, is_closed boolean, classification text, product text,
      component text, external_id text, comment_count integer)`.execute(tx)
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
