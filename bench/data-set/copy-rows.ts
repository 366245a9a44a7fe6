import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Cell = string | number | boolean | Date | Buffer | null

/** Rows of a table, their cells in the order of the columns. */
export interface Rows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Writes rows by COPY. Triggers and foreign keys work as for an insert. */
export async function copyRows(client: pg.ClientBase, { table, columns, rows }: Rows): Promise<void> {
  if (rows.length === 0) return
  const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(linesOf(rows)), target)
}

function* linesOf(rows: Rows['rows']): Generator<string> {
  const chunk = 200
  for (let start = 0; start < rows.length; start += chunk) {
    yield rows
      .slice(start, start + chunk)
      .map((row) => `${row.map(asText).join('\t')}\n`)
      .join('')
  }
}

function asText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (cell instanceof Date) return cell.toISOString()
  if (Buffer.isBuffer(cell)) return `\\\\x${cell.toString('hex')}`
  const text = String(cell)
  return special.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? '') : text
}

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
