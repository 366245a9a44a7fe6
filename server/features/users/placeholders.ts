import type { Db, Tx } from '#server/db/database.ts'
import { sql } from 'kysely'

/**
 * A person without an account, until they are found to be one: whom an import made, or who reported by mail. Who left an address
 * in the chat that nobody has confirmed is none.
 */
const isPlaceholder = sql`u.email is null and u.import_key is not null
  and (not starts_with(u.import_key, 'contact:') or u.email_confirmed_on is not null)
  and not exists (select from given_placeholders g where g.placeholder_id = u.id)`

/** A placeholder by the name that it came with. */
export interface NamedPlaceholder {
  readonly id: string
  readonly fullName: string
}

/** Returns placeholders whose names hold these words, by name. */
export function placeholdersNamed(db: Db, words: readonly string[], limit: number): Promise<NamedPlaceholder[]> {
  const holds = words.map((word) => sql`and strpos(lower(u.full_name), lower(${word})) > 0`)
  return db.read<NamedPlaceholder>(sql`select u.id, u.full_name as "fullName" from users u
    where ${isPlaceholder} ${sql.join(holds, sql` `)} order by lower(u.full_name), u.id limit ${limit}`)
}

/** Locks a placeholder for the rest of the transaction; undefined for anybody else. */
export async function lockPlaceholder(tx: Tx, id: string): Promise<NamedPlaceholder | undefined> {
  const { rows } = await sql<NamedPlaceholder>`select u.id, u.full_name as "fullName" from users u
    where u.id = ${id} and ${isPlaceholder} for no key update`.execute(tx)
  return rows[0]
}

/** Stores whose a placeholder is from now on. */
export async function storeGiven(tx: Tx, placeholderId: string, userId: string): Promise<void> {
  await tx.insertInto('given_placeholders').values({ placeholder_id: placeholderId, user_id: userId }).execute()
}

/** Returns the accounts to which placeholders were given, by the ids of these. */
export async function givenPlaceholders(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('given_placeholders').select(['placeholder_id', 'user_id']).execute()
  return new Map(rows.map(({ placeholder_id, user_id }) => [placeholder_id, user_id]))
}
