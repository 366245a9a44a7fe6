import { randomUUID } from 'node:crypto'
import type { Db, Tx } from './database.ts'

/** The id of this database, by which what is kept elsewhere is told from another one's; undefined before the first. */
export async function knownInstallation(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('installation').select('id').executeTakeFirst())?.id
}

/** The id, which is made when it is first wanted: databases that are copied from a new one have ids of their own. */
export async function madeInstallation(tx: Tx): Promise<string> {
  await tx
    .insertInto('installation')
    .values({ id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await tx.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
}
