import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'

/** Most files of one account that no text refers to yet. */
const maxUnused = 100

/** Returns their most bytes, enough for a few of the largest files that the operator allows. */
const maxUnusedBytes = (maxBytes: number) => Math.max(500 * 1024 * 1024, 3 * maxBytes)

/** Most files that one account may send at the same time. */
const maxAtOnce = 6

/**
 * Refuses an upload beyond the account's quota.
 * @param bytes of the file that is to come
 * @param maxBytes of the largest file that may come
 * @throws AppError too-many-requests
 */
export async function refuseOverQuota(db: Db, userId: string, bytes: number, maxBytes: number): Promise<void> {
  const unused = await db
    .selectFrom('attachments')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<string | null>('bytes').as('bytes')])
    .where('uploaded_by', '=', userId)
    .where('bug_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (unused.count < maxUnused && Number(unused.bytes ?? 0) + bytes <= maxUnusedBytes(maxBytes)) return
  throw new AppError(
    'too-many-requests',
    'Too many of your files are in no report or comment yet. Send what you have begun, or try again tomorrow.',
  )
}

/** Counts the files that each account is sending to this process. */
export function uploadSlots() {
  const running = new Map<string, number>()
  return {
    /** Runs an upload. @throws AppError too-many-requests while the account has as many uploads running as it may */
    async hold<T>(userId: string, work: () => Promise<T>): Promise<T> {
      const count = running.get(userId) ?? 0
      if (count >= maxAtOnce)
        throw new AppError('too-many-requests', `At most ${maxAtOnce} files can be sent at the same time.`, {
          retryAfterSeconds: 5,
        })
      running.set(userId, count + 1)
      try {
        return await work()
      } finally {
        const left = (running.get(userId) ?? 1) - 1
        if (left === 0) running.delete(userId)
        else running.set(userId, left)
      }
    },
  }
}
