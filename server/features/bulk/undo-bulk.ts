import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bulk, undoBulk as endpoint } from '#shared/bulk/contract.ts'
import { changedBugs, findBulk, lockBulk, refuseRest } from './bulk-store.ts'
import { noSuchBulk, readBulk } from './read-bulks.ts'
import { beginBulk, type Wake } from './start-bulk.ts'

/**
 * Takes a bulk change of the caller's back, by another one that is worked on in the same way. What is not done yet is not done.
 * Once more gives the same again.
 * @throws AppError not-found, also for somebody else's
 */
export async function undoBulk({ actor, params }: Call<typeof endpoint>, tx: Tx, wake: Wake): Promise<Bulk> {
  const { bulkId } = params
  if (!(await findBulk(tx, actor.userId, bulkId))) throw noSuchBulk()
  await lockBulk(tx, bulkId)
  const bulk = await findBulk(tx, actor.userId, bulkId)
  if (!bulk) throw noSuchBulk()
  if (bulk.undone_by !== null) return readBulk(tx, actor, bulk.undone_by)
  if (bulk.finished_on === null) {
    const message = 'The bulk change was taken back before this bug was changed.'
    await refuseRest(tx, bulkId, { code: 'conflict', message })
    await recordEvent(tx, { type: 'bulk-changed', subjectId: bulkId, actorId: actor.userId, payload: {} })
  }
  const undo = { fields: {}, undoes: bulkId, bugIds: await changedBugs(tx, bulkId) }
  return readBulk(tx, actor, await beginBulk(tx, actor, undo, wake))
}
