import type { Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { freeNumbers, insertBugs } from '#server/features/bugs/public.ts'
import { fieldsOfProduct } from '#server/features/custom-fields/public.ts'
import { storeFollowers } from '#server/features/following/public.ts'
import { meetParts } from '#server/features/parts/public.ts'
import { meetLabels, storeLabelsOfBugs } from '#server/features/labels/public.ts'
import { numbersOf } from '#server/features/products/public.ts'
import { messageLexemes, storeIndexes, withinLimit } from '#server/features/search/public.ts'
import type { CustomField } from '#shared/custom-fields/custom-field.ts'
import { bugFields, eachField, type PartList, partNames, type PartValues } from '#shared/bugs/fields.ts'
import { bugKeyOf } from '#shared/products/words.ts'
import { sql } from 'kysely'
import type { MoreComments, PlacedBug, PreparedBug } from './batches.ts'
import { type Continued, continueBugs } from './continue-bugs.ts'
import { foundFields } from './imported-fields.ts'
import { eventsOf, type PartsMet, peopleOf, type PeopledBug, withPeople } from './bug-events.ts'
import { idOf, type KnownPeople, meetPeople } from './people-store.ts'

export interface StoredBatch {
  readonly bugs: number
  /** Comments of these bugs, and new ones of bugs that were there already. */
  readonly comments: number
  /** Bugs that were there already and got new comments. */
  readonly continued: number
  readonly people: number
  /** Bugs that are private in the file and not here, whose new comments were left out. */
  readonly exposed: readonly { readonly externalId: string }[]
}

/**
 * Stores the bugs that are not there yet, with their comments, their words and their events. A bug that is there stays
 * as it is, whatever the file says of it now; only comments with an id of their own are added to it when they are new.
 */
export async function storeBatch(tx: Tx, batch: readonly PlacedBug[], known: KnownPeople): Promise<StoredBatch> {
  // Two imports at once must neither store a person twice nor block each other.
  await acquireAdvisoryLock(tx, 'imports')
  const fresh = await notThereYet(tx, batch)
  const continued = await continueBugs(
    tx,
    batch.filter((bug) => !fresh.includes(bug)),
    known,
  )
  const { exposed } = continued
  if (fresh.length === 0)
    return { bugs: 0, comments: continued.comments, continued: continued.bugs, people: continued.people, exposed }
  const fields = await fieldsFor(tx, fresh)
  const fielded = fresh.map((bug) => ({
    ...bug,
    found: foundFields(bug.customFields, fields.get(bug.place.number) ?? []),
  }))
  const people = continued.people + (await meetPeople(tx, fielded.flatMap(peopleOf), known))
  const labels = await meetLabels(
    tx,
    fresh.flatMap((bug) => bug.labels),
  )
  const parts = await partsFor(tx, fielded)
  const bugs = fielded.map((bug) =>
    withPeople(bug, (person) => idOf(person, known), { labels, parts: parts.get(bug.place.number) }),
  )
  const numbers = await storeBugs(tx, bugs)
  const comments = (await insertComments(tx, bugs)) + (await insertInternalComments(tx, bugs))
  const events = bugs.flatMap((bug) => {
    const { id, place } = bug.bug
    return eventsOf(bug, { productId: place._id, key: bugKeyOf(place.key, numbers.get(id) ?? 0) })
  })
  await recordEvents(tx, events)
  // After its events: what was before an import is no news.
  await storeFollowers(
    tx,
    bugs.flatMap(({ bug, followers }) => followers.map((userId) => ({ bugId: bug.id, userId }))),
  )
  return { bugs: bugs.length, comments: comments + continued.comments, continued: continued.bugs, people, exposed }
}

/** Adds the comments that come after the lines of their bugs, as `storeBatch` those of bugs that are there. */
export async function storeMore(tx: Tx, more: readonly MoreComments[], known: KnownPeople): Promise<Continued> {
  await acquireAdvisoryLock(tx, 'imports')
  return continueBugs(tx, more, known)
}

/** The components and versions that the lines name, by the products' numbers. */
async function partsFor(tx: Tx, bugs: readonly PlacedBug[]): Promise<ReadonlyMap<number, PartsMet>> {
  const met = new Map<number, PartsMet>()
  for (const product of new Map(bugs.map(({ place }) => [place.number, place])).values()) {
    const own = bugs.filter(({ place }) => place.number === product.number)
    met.set(product.number, {
      components: await meetParts(tx, 'components', partWords(own, 'components'), product),
      versions: await meetParts(
        tx,
        'versions',
        partWords(own, 'versions'),
        product,
        own.flatMap(({ versions }) => versions),
      ),
    })
  }
  return met
}

/** The names of components or of versions that bugs have. */
const partWords = (bugs: readonly PreparedBug[], list: PartList) =>
  bugs.flatMap((bug) => partNames.flatMap((name) => (bugFields[name].of === list ? (bug.parts[name] ?? []) : [])))

/** The custom fields of the products for which the lines have any values, by the products' numbers. */
async function fieldsFor(tx: Tx, bugs: readonly PlacedBug[]): Promise<ReadonlyMap<number, readonly CustomField[]>> {
  const asking = bugs.filter(({ customFields }) => Object.keys(customFields).length > 0)
  const fields = new Map<number, readonly CustomField[]>()
  for (const product of new Set(asking.map(({ place }) => place.number)))
    fields.set(product, [...(await fieldsOfProduct(tx, product)).values()])
  return fields
}

async function notThereYet(tx: Tx, batch: readonly PlacedBug[]): Promise<PlacedBug[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bugs where id = any(${batch.map((bug) => bug.id)}::text[])`.execute(tx)
  const there = new Set(rows.map((row) => row.id))
  return batch.filter((bug) => !there.has(bug.id))
}

/** @returns the number of each bug, by its id */
async function storeBugs(tx: Tx, bugs: readonly PeopledBug[]): Promise<ReadonlyMap<string, number>> {
  const free = new Map<number, Set<number>>()
  for (const [product, own] of Map.groupBy(bugs, ({ bug }) => bug.place.number)) {
    const wanted = own.flatMap(({ bug }) => bug.number ?? [])
    free.set(product, await freeNumbers(tx, wanted, { product, sequence: numbersOf(product) }))
  }
  const numbers = await insertBugs(
    tx,
    bugs.map(({ bug, createdBy, assignedTo, comments, fields, parts }) => ({
      ...bug,
      fields,
      importedProduct: bug.product,
      // Only imports from before there were components have the word alone.
      importedComponent: null,
      parts: eachField(partNames, (name) => parts[name]?.id ?? null) as PartValues,
      productNumber: bug.place.number,
      // Of two with one number, the first one has it.
      number: bug.number !== null && free.get(bug.place.number)?.delete(bug.number) ? bug.number : null,
      createdBy,
      assignedTo,
      commentCount: comments.length,
    })),
  )
  await storeIndexes(
    tx,
    bugs.map(({ bug: { id, index } }) => ({ id, index })),
  )
  await storeLabelsOfBugs(
    tx,
    bugs.flatMap(({ bug, labels }) => labels.map(({ id: labelId }) => ({ bugId: bug.id, labelId }))),
  )
  return numbers
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

/** @returns how many there were; they are in no index of their bug, but in one of their own */
async function insertInternalComments(tx: Tx, bugs: readonly PeopledBug[]): Promise<number> {
  const rows = bugs.flatMap(({ bug, internalComments }) =>
    internalComments.map(({ id, userId, createdOn, message }) => ({
      ...{ id, bug_id: bug.id, user_id: userId, created_on: createdOn, message },
      words: withinLimit(messageLexemes(message)),
    })),
  )
  if (rows.length === 0) return 0
  await sql`
    insert into internal_comments (id, bug_id, user_id, created_on, message, words)
    select id, bug_id, user_id, created_on, message, array_to_tsvector(array(select json_array_elements_text(words)))
      from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(id text, bug_id text, user_id text, created_on timestamptz, message text, words json)`.execute(tx)
  return rows.length
}
