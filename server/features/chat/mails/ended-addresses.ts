import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { normalEmail } from '#server/features/users/public.ts'

/** Returns by what an address is known here, from which it can't be read without the key. */
export const addressHashOf = (key: InstallationKey, address: string): string =>
  key.derive('ended address', normalEmail(address))

/** Ends the mails to an address that visitors left, in every conversation: its owner asked for that. */
export async function endAddress(tx: Tx, hash: string): Promise<void> {
  await tx
    .insertInto('ended_addresses')
    .values({ hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isEnded(db: Db, key: InstallationKey, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('ended_addresses')
    .select('hash')
    .where('hash', '=', addressHashOf(key, address))
    .executeTakeFirst()
  return row !== undefined
}
