import type { Logger } from '#server/config/log.ts'
import type { InTx } from '#server/events/transactor.ts'
import { removeConversation } from './visitor-store.ts'

const hour = 3_600_000

/** Most conversations that one transaction deletes. */
const batch = 100

/** Deletes the conversations whose last message is older than this many days. @returns how many */
export async function deleteOldConversations(inTx: InTx, days: number, now = new Date()): Promise<number> {
  let deleted = 0
  for (;;) {
    const found = await inTx(async (tx) => {
      const rows = await tx
        .selectFrom('conversations')
        .select('id')
        .where('last_line_on', '<', new Date(now.getTime() - days * 24 * hour))
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { id } of rows) await removeConversation(tx, id, null)
      return rows.length
    })
    deleted += found
    if (found < batch) return deleted
  }
}

/**
 * Deletes old conversations now and then every hour, if the operator has set a limit. @returns a function that stops
 * it, and waits for work in progress
 */
export function keepRetention(inTx: InTx, days: number | undefined, log: Logger): () => Promise<void> {
  if (days === undefined) return async () => {}
  let sweeping: Promise<void> = Promise.resolve()
  const sweep = () => {
    sweeping = deleteOldConversations(inTx, days).then(
      (deleted) => {
        if (deleted > 0) log.info({ deleted }, 'old conversations were deleted')
      },
      (error: unknown) => log.warn({ err: error }, 'old conversations could not be deleted; trying again in an hour'),
    )
  }
  sweep()
  const timer = setInterval(sweep, hour)
  timer.unref()
  return () => {
    clearInterval(timer)
    return sweeping
  }
}
