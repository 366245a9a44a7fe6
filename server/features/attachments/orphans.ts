import type { Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isNeeded, lockContent } from './attachment-store.ts'
import { contentKey, sha256Of, thumbnailKey } from './content-store.ts'
import type { AttachmentStore } from './open-attachment-store.ts'

/** Milliseconds after which an unused upload, or a leftover of a crash, may be deleted. */
export const longestUnused = 24 * 3_600_000

/** Most attachments that one statement deletes or looks for. */
const batch = 100

/**
 * Deletes the uploads that no text has used for a day, and their content where no other installation may have it.
 * @param stop ends it between two steps; what is left over is found again
 * @returns how many
 */
export async function deleteUnused(
  inTx: InTx,
  attachments: AttachmentStore,
  now = Date.now(),
  stop?: AbortSignal,
): Promise<number> {
  const isSole = await attachments.ownership.isSole(inTx)
  let deleted = 0
  for (;;) {
    const rows = await inTx(async (tx) => {
      const found = await tx
        .selectFrom('attachments')
        .select(['id', 'sha256'])
        .where('bug_id', 'is', null)
        .where('created_on', '<', new Date(now - longestUnused))
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      const ids = found.map(({ id }) => id)
      if (ids.length > 0) await tx.deleteFrom('attachments').where('id', 'in', ids).execute()
      return found
    })
    deleted += rows.length
    for (const sha256 of isSole ? new Set(rows.map((row) => row.sha256)) : []) {
      if (stop?.aborted) return deleted
      await deleteUnneeded(inTx, attachments, sha256)
    }
    if (rows.length < batch || stop?.aborted) return deleted
  }
}

/** At most this many contents may be unneeded at once, or half of all; more suggests a database of another time. */
const plausible = 5

/**
 * Deletes content that was stored a day ago or earlier and that no attachment has, if everything in the store belongs
 * to this installation.
 * @param stop ends it between two steps
 * @returns how many contents
 */
export async function deleteLeftovers(
  inTx: InTx,
  attachments: AttachmentStore,
  now = Date.now(),
  stop?: AbortSignal,
): Promise<number> {
  if (!(await attachments.ownership.isSole(inTx))) return 0
  let total = 0
  let looked: string[] = []
  const unneeded = new Set<string>()
  const look = async () => {
    for (const sha256 of await inTx((tx) => unneededOf(tx, looked))) unneeded.add(sha256)
    looked = []
  }
  for await (const { key, keptOn } of attachments.store.list()) {
    if (stop?.aborted) return 0
    if (key === sha256Of(key)) total++
    if (keptOn.getTime() < now - longestUnused) looked.push(sha256Of(key))
    if (looked.length === batch) await look()
  }
  await look()
  if (unneeded.size > Math.max(plausible, total / 2)) {
    attachments.log.error(
      { unneeded: unneeded.size, total },
      'the database knows next to none of the files that are kept; none was deleted: does it belong to them?',
    )
    return 0
  }
  let deleted = 0
  for (const sha256 of unneeded) {
    if (stop?.aborted) break
    if (await deleteUnneeded(inTx, attachments, sha256)) deleted++
  }
  return deleted
}

/** Returns those of these contents that no attachment has. */
async function unneededOf(tx: Tx, contents: readonly string[]): Promise<string[]> {
  if (contents.length === 0) return []
  const rows = await tx.selectFrom('attachments').select('sha256').distinct().where('sha256', 'in', contents).execute()
  const needed = new Set(rows.map(({ sha256 }) => sha256))
  return contents.filter((sha256) => !needed.has(sha256))
}

/** Deletes content and thumbnail, unless an attachment has them. @returns whether they were deleted */
async function deleteUnneeded(inTx: InTx, { store }: AttachmentStore, sha256: string): Promise<boolean> {
  return inTx(async (tx) => {
    await lockContent(tx, sha256)
    if (await isNeeded(tx, sha256)) return false
    await store.remove(contentKey(sha256))
    await store.remove(thumbnailKey(sha256))
    return true
  })
}

/** Deletes the incomplete files of uploads that a crash interrupted. */
export async function deleteCutOff({ incoming }: AttachmentStore, now = Date.now()): Promise<void> {
  const names = await readdir(incoming).catch(() => [])
  for (const name of names) {
    const found = await stat(join(incoming, name)).catch(() => undefined)
    if (found && found.mtimeMs < now - longestUnused) await rm(join(incoming, name), { force: true })
  }
}
