import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { idsFound } from '#server/features/finding/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import {
  type Bulk,
  type BulkOrder,
  type changeBugs as endpoint,
  maxBulkBugs,
  maxUnfinishedBulks,
} from '#shared/bulk/contract.ts'
import { bulkAct, insertBulk, mayBeginAnother } from './bulk-store.ts'
import { readBulk } from './read-bulks.ts'

/** Has a bulk change worked on; returns at once. */
export type Wake = (bulkId: string) => void

/**
 * Stores a change of many bugs, which is worked on once this is committed. The same Idempotency-Key from the same person
 * gives the same again.
 * @throws AppError conflict where a search finds another number of bugs than was seen
 */
export async function startBulk(call: Call<typeof endpoint>, tx: Tx, wake: Wake): Promise<Bulk> {
  const { actor, body, idempotencyKey: key } = call
  const id = await oncePerKey(tx, { userId: actor.userId, act: bulkAct, key, body }, async () => {
    const bugIds = await bugsOf(tx, actor, body)
    return beginBulk(tx, actor, { fields: body.fields, undoes: null, bugIds }, wake)
  })
  return readBulk(tx, actor, id)
}

/** Stores a bulk change of somebody. @returns its id @throws AppError too-many-requests */
export async function beginBulk(
  tx: Tx,
  actor: Actor,
  bulk: Pick<Parameters<typeof insertBulk>[1], 'fields' | 'undoes' | 'bugIds'>,
  wake: Wake,
): Promise<string> {
  if (!(await mayBeginAnother(tx, actor.userId))) {
    const sentence = `At most ${maxUnfinishedBulks} bulk changes of one person are worked on; wait until one is done.`
    throw new AppError('too-many-requests', sentence, { retryAfterSeconds: 5 })
  }
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  await insertBulk(tx, { ...bulk, id, createdOn, createdBy: actor.userId })
  tx.onCommit(() => wake(id))
  return id
}

/** The bugs that are meant, each once. */
async function bugsOf(tx: Tx, actor: Actor, { ids, query, total }: BulkOrder): Promise<readonly string[]> {
  if (ids) return [...new Set(ids)]
  const found = await idsFound(tx, actor, query ?? {}, { most: maxBulkBugs + 1, field: 'query.keywords' })
  if (found.length > maxBulkBugs) {
    throw new AppError('invalid-input', `The search finds more than ${maxBulkBugs} bugs, the most at once.`, {
      field: 'query',
    })
  }
  if (found.length !== total) {
    throw new AppError('conflict', `The search finds ${found.length} bugs by now; nothing was changed.`, {
      conflict: { total: found.length },
    })
  }
  return found
}
