import type { Logger } from '#server/config/log.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from 'kysely'

/** Writes whose words wait to be entered. Many are entered faster together; but each search reads all that wait. */
const mostWaiting = 200

const indexes = [
  ...['bug_search_words', 'bug_texts_pairs', 'bug_ranks_title', 'chat_lines_words'],
  ...['internal_comments_words', 'chat_notes_words'],
]

export interface WordKeeper {
  /** Told of each commit. */
  readonly onCommitted: (events: readonly unknown[]) => void
  /** Waits for what is under way. */
  readonly stop: () => Promise<void>
}

/**
 * Has new words entered in the indexes beside the writes. PostgreSQL lets them wait in a list, and whoever finds the list
 * full enters them all, which takes a second: somebody's comment would take as long.
 */
export function keepWordsEntered({ inTx }: Database, log: Logger): WordKeeper {
  let waiting = 0
  let entering: Promise<void> | undefined
  const enter = async () => {
    while (waiting >= mostWaiting) {
      waiting = 0
      await inTx(async (tx) => {
        // Given up, it would begin anew.
        await tx.run(sql`set local statement_timeout = 0`)
        await tx.run(sql`select gin_clean_pending_list(index) from unnest(${indexes}::regclass[]) as index`)
      })
    }
  }
  return {
    onCommitted: (events) => {
      waiting += events.length
      if (waiting < mostWaiting) return
      entering ??= enter()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'new words could not be entered in the indexes; trying again'),
        )
        .finally(() => (entering = undefined))
    },
    stop: async () => entering,
  }
}
