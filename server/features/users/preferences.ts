import type { Db, Tx } from '#server/db/database.ts'
import type { Call } from '#server/http/serve.ts'
import type { setPreferences as endpoint } from '#shared/users/contract.ts'
import { defaultPreferences, type Preferences } from '#shared/users/preferences.ts'
import { sql } from 'kysely'

const ofPerson = { name: 'preferences', text: 'select preferences from users where id = $1' }

/** Returns what a person prefers; the defaults where they never chose. */
export async function preferencesOf(db: Db, userId: string): Promise<Preferences> {
  const [row] = await db.prepared<{ preferences: Partial<Preferences> }>(ofPerson, [userId])
  return completed(row?.preferences)
}

export function completed(chosen: Partial<Preferences> | undefined): Preferences {
  return { ...defaultPreferences, ...chosen }
}

/** Keeps what the caller has chosen, and leaves the rest as it was. */
export async function setPreferences({ actor, body }: Call<typeof endpoint>, tx: Tx): Promise<Preferences> {
  return completed(await prefer(tx, actor.userId, body))
}

/** The same for anybody. @returns undefined for who is not there */
export async function prefer(
  tx: Tx,
  userId: string,
  chosen: { readonly [N in keyof Preferences]?: Preferences[N] | undefined },
): Promise<Partial<Preferences> | undefined> {
  const row = await tx
    .updateTable('users')
    .set({ preferences: sql<string>`preferences || ${JSON.stringify(chosen)}::jsonb` })
    .where('id', '=', userId)
    .returning('preferences')
    .executeTakeFirst()
  return row?.preferences
}
