import { once } from 'node:events'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { BackupError } from './backup-error.ts'
import { quoted } from './catalog.ts'

/**
 * Rows on their way into one table, which was emptied in the same transaction: they are written as rows that everybody sees,
 * so that no later look at the table has to write all of it once more.
 */
export class TableLoad {
  readonly table: { readonly name: string; readonly rows: number }
  readonly #copy: CopyStreamQuery
  readonly #finished: Promise<unknown>
  #failed = false

  constructor(
    client: pg.ClientBase,
    table: { readonly name: string; readonly columns: readonly string[]; readonly rows: number },
  ) {
    this.table = table
    const columns = table.columns.map(quoted).join(', ')
    this.#copy = client.query(copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin with (freeze)`))
    this.#finished = once(this.#copy, 'finish')
    // Whoever writes next, or ends it, hears of it.
    this.#finished.catch(() => (this.#failed = true))
  }

  /** @param content lines in the text format of COPY; they may be cut anywhere */
  async write(content: Buffer): Promise<void> {
    if (this.#copy.write(content)) return
    const over = new AbortController()
    await Promise.race([once(this.#copy, 'drain', { signal: over.signal }), this.#finished])
    over.abort()
  }

  /** @throws BackupError when there are not as many rows as there should be */
  async end(): Promise<void> {
    // Where the connection is gone, there is nothing to end any more.
    if (!this.#failed) this.#copy.end()
    await this.#finished
    if (this.#copy.rowCount === this.table.rows) return
    throw new BackupError(
      `The table ${this.table.name} got ${this.#copy.rowCount} rows and not ${this.table.rows}; the database is as it was.`,
    )
  }
}
