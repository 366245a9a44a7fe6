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
