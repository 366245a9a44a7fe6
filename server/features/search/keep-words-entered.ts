import type { Logger } from '#server/config/log.ts'
import type { Database } from '#server/db/database.ts'

/** Writes whose words wait to be entered. Many are entered faster together; but each search reads all that wait. */
const mostWaiting = 100

const enterWords = `select gin_clean_pending_list(index) from unnest(
  array['bug_search_words', 'bug_texts_pairs', 'bug_ranks_title', 'chat_lines_words']::regclass[]) as index`

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
export function keepWordsEntered({ pool }: Database, log: Logger): WordKeeper {
  let waiting = 0
  let entering: Promise<void> | undefined
  const enter = async () => {
    while (waiting >= mostWaiting) {
      waiting = 0
      await pool.query(enterWords)
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
