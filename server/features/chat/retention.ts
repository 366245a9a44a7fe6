import type { Logger } from '#server/config/log.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { Job } from '#server/jobs/job.ts'
import { removeConversation } from './visitor-store.ts'

const hour = 3_600_000

/** Most conversations that one transaction deletes. */
const batch = 100

/**
 * Deletes the conversations whose last message is older than this many days.
 * @param stop ends it between two transactions
 * @returns how many
 */
export async function deleteOldConversations(inTx: InTx, days: number, stop?: AbortSignal): Promise<number> {
  const oldest = new Date(Date.now() - days * 24 * hour)
  let deleted = 0
  for (;;) {
    const found = await inTx(async (tx) => {
      const rows = await tx
        .selectFrom('conversations')
        .select('id')
        .where('last_line_on', '<', oldest)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { id } of rows) await removeConversation(tx, id, null)
      return rows.length
    })
    deleted += found
    if (found < batch || stop?.aborted) return deleted
  }
}

/** Deletes old conversations every hour, if the operator has set a limit. */
export function chatJobs(inTx: InTx, days: number | undefined, log: Logger): readonly Job[] {
  if (days === undefined) return []
  return [
    {
      name: 'delete-old-conversations',
      title: 'Delete conversations that are older than the operator’s limit',
      schedule: '7 * * * *',
      catchesUp: true,
      run: async (stop) => {
        const deleted = await deleteOldConversations(inTx, days, stop)
        if (deleted > 0) log.info({ deleted }, 'old conversations were deleted')
      },
    },
  ]
}
