import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { givenPlaceholders, normalEmail } from '#server/features/users/public.ts'
import { sql } from 'kysely'
import type { ImportedPerson } from './imported-person.ts'

/** Ids of the people that an import has met so far, by their key. */
export type KnownPeople = Map<string, string>

/**
 * Finds everybody of `people` who isn't known yet: an account with the same e-mail address, else the person that an
 * earlier import made of the same name or address, else a new person, who has no e-mail, no role and can't sign in.
 * The caller holds the lock of imports.
 * @returns how many were new
 */
export async function meetPeople(tx: Tx, people: Iterable<ImportedPerson>, known: KnownPeople): Promise<number> {
  await followGiven(tx, known)
  const strangers = new Map<string, ImportedPerson>()
  for (const person of people) if (!known.has(person.key)) strangers.set(person.key, person)
  if (strangers.size === 0) return 0
  await findAccounts(tx, strangers, known)
  await findImported(tx, strangers, known)
  await addPeople(tx, strangers, known)
  return strangers.size
}

/** The id of somebody whom `meetPeople` has met. */
export function idOf(person: ImportedPerson, known: KnownPeople): string {
  const id = known.get(person.key)
  if (id === undefined) throw new Error(`Nobody looked for the person ${person.key}.`)
  return id
}

/** Whom the import has met may have been given to an account since. */
async function followGiven(tx: Tx, known: KnownPeople): Promise<void> {
  if (known.size === 0) return
  const given = await givenPlaceholders(tx)
  if (given.size === 0) return
  for (const [key, id] of known) known.set(key, given.get(id) ?? id)
}

async function findAccounts(tx: Tx, strangers: Map<string, ImportedPerson>, known: KnownPeople): Promise<void> {
  const keyOf = new Map([...strangers.values()].flatMap(({ email, key }) => (email ? [[email, key] as const] : [])))
  const { rows } = await sql<{ id: string; email: string }>`
    select id, lower(email) as email from users where lower(email) = any(${[...keyOf.keys()]}::text[])`.execute(tx)
  for (const { id, email } of rows) note(keyOf.get(email), id, strangers, known)
}

async function findImported(tx: Tx, strangers: Map<string, ImportedPerson>, known: KnownPeople): Promise<void> {
  const { rows } = await sql<{ id: string; key: string }>`
    select coalesce(g.user_id, u.id) as id, u.import_key as key
      from users u left join given_placeholders g on g.placeholder_id = u.id
      where u.import_key = any(${[...strangers.keys()]}::text[])`.execute(tx)
  for (const { id, key } of rows) note(key, id, strangers, known)
}

function note(key: string | undefined, id: string, strangers: Map<string, ImportedPerson>, known: KnownPeople): void {
  if (key === undefined) return
  known.set(key, id)
  strangers.delete(key)
}

async function addPeople(tx: Tx, strangers: ReadonlyMap<string, ImportedPerson>, known: KnownPeople): Promise<void> {
  if (strangers.size === 0) return
  const now = new Date()
  const people = [...strangers.values()].map((person) => ({ ...person, id: newRecordId(now) }))
  const rows = people.map(({ id, fullName, givenName, familyName, key }) => ({
    id,
    full_name: fullName,
    given_name: givenName,
    family_name: familyName,
    import_key: key,
  }))
  await sql`
    insert into users (id, full_name, given_name, family_name, import_key, created_on)
    select r.*, ${now} from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(id text, full_name text, given_name text, family_name text, import_key text)`.execute(tx)
  await recordEvents(
    tx,
    people.map(({ id, fullName, givenName, familyName }) => ({
      type: 'user-registered',
      subjectId: id,
      actorId: null,
      payload: { fullName, givenName, familyName, roles: [], how: 'import' },
    })),
  )
  for (const { key, id } of people) known.set(key, id)
}

/** Returns how many of these addresses belong to accounts. */
export async function accountsAmong(tx: Tx, addresses: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from users
    where lower(email) = any(${addresses.map(normalEmail)}::text[])`.execute(tx)
  return rows[0]?.n ?? 0
}
