import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

/** Number of checks without a running statement; a waiter gets a connection within them. */
const quietLooks = 3
/** Milliseconds between two checks. */
const pause = 20
/** Seconds; the servers' statements end after 20 and 30 at most, and some wait for others. */
const longest = 300

/**
 * Waits for the statements of requests that were given up at the end of a run, because they would slow down the next
 * one and be counted there.
 * @param client a connection to their database
 */
export async function statementsEnded(client: pg.Client): Promise<void> {
  const until = performance.now() + longest * 1000
  for (let quiet = 0; quiet < quietLooks && performance.now() < until; await setTimeout(pause)) {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and state <> 'idle' limit 1`,
    )
    quiet = rows.length === 0 ? quiet + 1 : 0
  }
}
