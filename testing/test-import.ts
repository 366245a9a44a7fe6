import { transactor } from '#server/events/transactor.ts'
import { importBugs, type ImportSummary, sourceLines } from '#server/features/imports/public.ts'
import { insertUser } from '#server/features/users/public.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

export type ImportLine = Record<string, unknown>

export interface TestImport extends TestDatabase {
  /**
   * Imports lines like those of a file.
   * @param stopAfter number of stored bugs after which the import is stopped
   * @param product the key of the product that they go to
   * @returns the summary, and the findings as `line field why`
   */
  importLines(
    lines: readonly (ImportLine | string)[],
    stopAfter?: number,
    product?: string,
  ): Promise<ImportSummary & { findings: string[] }>
  rows<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Returns every row of every table. */
  everything(): Promise<Record<string, unknown[]>>
  /** Returns the row of a bug by its id in the file. */
  bug(externalId: string): Promise<Record<string, unknown> | undefined>
  /** Returns the old ids of the duplicates with that of their original. */
  linked(): Promise<Record<string, string>>
  /** Creates an account that no import created. @returns its id */
  account(email: string): Promise<string>
}

/** Returns a line with all required fields. */
export function anImportLine(id: string, fields: ImportLine = {}): ImportLine {
  return { id, title: `Title of ${id}`, created: '2024-03-01T10:00:00Z', ...fields }
}

/** Opens an empty database to import into. */
export async function openTestImport(): Promise<TestImport> {
  const test = await openTestDatabase()
  const { database } = test
  const rows: TestImport['rows'] = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(sql, values)).rows
  return {
    ...test,
    rows,
    importLines: async (lines, stopAfter = Infinity, product) => {
      const findings: string[] = []
      const stop = new AbortController()
      const watch = {
        badLine: (line: number, field: string, why: string) => void findings.push(`${line} ${field} ${why}`),
        note: (line: number, field: string, what: string) => void findings.push(`${line} note ${field} ${what}`),
        progress: (bugs: number) => {
          if (bugs >= stopAfter) stop.abort()
        },
      }
      const inTx = transactor(database, () => {})
      return { ...(await importBugs(inTx, sourceLines(fileOf(lines)), watch, stop.signal, product)), findings }
    },
    everything: async () => {
      const tables = await rows<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
      )
      const all: Record<string, unknown[]> = {}
      for (const { name } of tables) {
        all[name] = await rows(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`)
      }
      return all
    },
    bug: async (externalId) => (await rows('select * from bugs where external_id = $1', [externalId]))[0],
    linked: async () => {
      const pairs = await rows<{ id: string; original: string }>(
        'select b.external_id as id, o.external_id as original from bugs b join bugs o on o.id = b.duplicate_of',
      )
      return Object.fromEntries(pairs.map(({ id, original }) => [id, original]))
    },
    account: (email) => {
      const names = { fullName: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' }
      return database.inTx((tx) =>
        insertUser(tx, { email, passwordHash: 'none', ...names, roles: ['staff'] }, 'command'),
      )
    },
  }
}

async function* fileOf(lines: readonly (ImportLine | string)[]): AsyncGenerator<Buffer> {
  yield Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
}
