import type { Tx } from '#server/db/database.ts'
import { AppError } from './app-error.ts'
import { createHash } from 'node:crypto'

/** Longest Idempotency-Key that is accepted, in characters. */
const maxKeyLength = 200

/** Who sends the request, and for which action; a key means the same request only within both. */
export interface KeyedRequest {
  readonly userId: string
  readonly act: string
  /** The Idempotency-Key header. */
  readonly key: string | undefined
  /** The content to create. A key stands for one request, not for another one with different content. */
  readonly body: unknown
}

/**
 * Creates a record, or finds the one that the same request created before, so that a request whose answer was lost can
 * be repeated.
 * @param make runs when the key is new or absent; the record's id is kept with the key
 * @returns the record's id
 * @throws AppError conflict when the key was used for other content
 */
export async function oncePerKey(
  tx: Tx,
  { userId, act, key, body }: KeyedRequest,
  make: () => Promise<string>,
): Promise<string> {
  if (!key) return make()
  if (key.length > maxKeyLength) {
    throw new AppError('invalid-input', `The Idempotency-Key must be at most ${maxKeyLength} characters.`, {
      field: 'Idempotency-Key',
    })
  }
  await waitForOwn(tx, userId)
  const earlier = await tx
    .selectFrom('request_keys')
    .select(['record_id', 'body_hash'])
    .where('user_id', '=', userId)
    .where('act', '=', act)
    .where('key', '=', key)
    .executeTakeFirst()
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  if (earlier?.body_hash && !earlier.body_hash.equals(bodyHash)) {
    throw new AppError(
      'conflict',
      'This Idempotency-Key has sent something else before; nothing was stored. Use another.',
      {
        field: 'Idempotency-Key',
      },
    )
  }
  if (earlier) return earlier.record_id
  const id = await make()
  await tx
    .insertInto('request_keys')
    .values({ user_id: userId, act, key, record_id: id, body_hash: bodyHash })
    .execute()
  return id
}

/** Acquires a row lock on the person, so that two of their writes at once can't both pass the same check. */
export async function waitForOwn(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
