import type pg from 'pg'
import { quoted } from './catalog.ts'
import { type ExportEntry, wrong } from './read-export.ts'
import type { RecordType } from './record-types.ts'

type Row = Extract<ExportEntry, { kind: 'row' }>

/** Rows that one statement stores at most, and about how many characters. */
const mostRows = 1_000
const mostLength = 4_000_000

/** Stores rows of one table and with the same columns together. Columns that a line lacks take their defaults. */
export class RowBatch {
  readonly #client: pg.ClientBase
  #type: RecordType | undefined
  #columns = ''
  #texts: string[] = []
  #length = 0
  #firstLine = 0
  #lastLine = 0

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async add({ type, row, line }: Omit<Row, 'kind'>): Promise<void> {
    const columns = Object.keys(row).toSorted().map(quoted).join(', ')
    const isFull = this.#texts.length >= mostRows || this.#length >= mostLength
    if (isFull || type !== this.#type || columns !== this.#columns) await this.flush()
    if (this.#texts.length === 0) this.#firstLine = line
    this.#type = type
    this.#columns = columns
    this.#lastLine = line
    const text = JSON.stringify(row)
    this.#length += text.length
    this.#texts.push(text)
  }

  async flush(): Promise<void> {
    if (!this.#type || this.#texts.length === 0) return
    const { table, filled = {}, type } = this.#type
    const columns = [this.#columns, ...Object.keys(filled).map(quoted)].join(', ')
    const values = [this.#columns, ...Object.values(filled)].join(', ')
    const rows = `[${this.#texts.join(',')}]`
    this.#texts = []
    this.#length = 0
    try {
      await this.#client.query(
        `insert into ${quoted(table)} (${columns}) overriding system value
          select ${values} from json_populate_recordset(null::${quoted(table)}, $1::json)`,
        [rows],
      )
    } catch (error) {
      if (!(error instanceof Error && 'severity' in error)) throw error
      const more = this.#lastLine > this.#firstLine ? ` (or one up to line ${this.#lastLine})` : ''
      throw wrong(this.#firstLine, `the database refused this ${type}${more}: ${error.message}`)
    }
  }
}
