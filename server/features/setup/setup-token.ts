import type { Db, Tx } from '#server/db/database.ts'
import { createHash, randomBytes } from 'node:crypto'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Creates the one valid set-up token, which ends any earlier one. Only its hash is stored. */
export async function newSetupToken(tx: Tx): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await tx.deleteFrom('setup_tokens').execute()
  await tx
    .insertInto('setup_tokens')
    .values({ token_hash: hashOf(token) })
    .execute()
  return token
}

export async function isSetupToken(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('setup_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return row !== undefined
}

/** Invalidates the token. @returns false when it was used before, or was never valid */
export async function useSetupToken(tx: Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('setup_tokens')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
