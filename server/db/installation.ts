import { randomUUID } from 'node:crypto'
import type { Db, Tx } from './database.ts'

/** Returns the id of this database, which marks what is kept elsewhere as its own; undefined before it is created. */
export async function knownInstallation(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('installation').select('id').executeTakeFirst())?.id
}

/** Returns the id, and creates it on first use, so that copies of a new database get ids of their own. */
export async function madeInstallation(tx: Tx): Promise<string> {
  await tx
    .insertInto('installation')
    .values({ id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await tx.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
}

/**
 * Remembers by which key links are made now.
 * @returns whether they were made by another one before: those in mails that were sent no longer work
 */
export async function rememberKey(tx: Tx, fingerprint: string): Promise<boolean> {
  const before = await tx.selectFrom('installation_key').select('fingerprint').executeTakeFirst()
  if (before?.fingerprint === fingerprint) return false
  await tx
    .insertInto('installation_key')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ fingerprint }))
    .execute()
  return before !== undefined
}

/** Returns the fingerprint of the key by which links are made; undefined before the first start. */
export async function knownKey(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('installation_key').select('fingerprint').executeTakeFirst())?.fingerprint
}
