import type { Database } from '#server/db/database.ts'

/** Tables that an import fills, in two parts that take about as long. */
const parts = [
  ['bug_texts', 'bug_ranks', 'search_vocabulary', 'comments'],
  ['users', 'bugs', 'bug_updates', 'bug_search', 'bug_labels', 'bug_counts', 'events'],
]

/**
 * Brings PostgreSQL's statistics, visibility maps and word index up to date after a large import, so that the first
 * lists and searches are as quick as later ones; autovacuum would do it some minutes later.
 */
export async function tidyTables({ pool }: Database): Promise<void> {
  await Promise.all(parts.map((tables) => tidy(pool, tables)))
}

async function tidy(pool: Database['pool'], tables: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`vacuum (analyze) ${tables.join(', ')}`)
  } finally {
    // Not given back: the pool's limit on statements is off here.
    client.release(true)
  }
}
