import type { Database } from '#server/db/database.ts'
import type { AttachmentStore } from '#server/features/attachments/public.ts'
import type { SourceLine } from '#server/features/imports/public.ts'
import { numberByAge } from '#server/features/bugs/public.ts'
import { firstProduct, numbersOf } from '#server/features/products/public.ts'
import { hashPassword } from '#server/features/users/public.ts'
import type { Migration } from 'kysely/migration'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { quoted } from './catalog.ts'
import { checkContent, ContentPieces } from './content-pieces.ts'
import { fillDatabase, finishFilled } from './fill-database.ts'
import { keepContent } from './keep-content.ts'
import { readExport } from './read-export.ts'
import { makeNumbers } from './product-numbers.ts'
import { RowBatch } from './row-batch.ts'

export interface ImportExportOptions {
  readonly signal: AbortSignal
  /** Told how many lines were read. */
  readonly onLine?: (line: number) => void
}

/**
 * Reads an export from the first line to the last, and stores nothing.
 * @returns lines of each type
 * @throws BackupError naming the first line that is wrong
 */
export async function checkExport(
  lines: AsyncIterable<SourceLine>,
  { signal, onLine }: ImportExportOptions,
): Promise<Record<string, number>> {
  return throughLines(lines, new ContentPieces(checkContent), async () => {}, { signal, ...(onLine && { onLine }) })
}

/**
 * Puts an export into an empty database, in one transaction, and its files to where files are kept.
 * @returns lines of each type
 * @throws BackupError with a sentence; the database is as empty as it was then
 */
export async function importExport(
  database: Database,
  keeping: Pick<AttachmentStore, 'store' | 'incoming'>,
  lines: AsyncIterable<SourceLine>,
  options: ImportExportOptions & {
    readonly migrations: Readonly<Record<string, Migration>>
    readonly say?: (what: string) => void
  },
): Promise<Record<string, number>> {
  const { migrations, signal, say = () => {} } = options
  const pieces = new ContentPieces((sha256, content) => keepContent(keeping, sha256, content))
  // For accounts whose passwords are not in the file: a hash like any other, of a password that nobody knows.
  const nobodys = await hashPassword(randomBytes(32).toString('base64'))
  const last = Object.keys(migrations).at(-1) ?? ''
  const counts = await fillDatabase(
    database.pool,
    { migrations, last, signal, later: searchIndexes },
    async (client) => {
      const batch = new RowBatch(client)
      let hasNumbers = true
      const counts = await throughLines(
        lines,
        pieces,
        async (entry) => {
          const { type, row } = entry
          if (type.table === 'users' && row['password_hash'] === undefined) {
            row['password_hash'] = row['email'] === null ? null : nobodys
          }
          if (type.table === 'bugs' && row['number'] === undefined) hasNumbers = false
          await batch.add(entry)
        },
        options,
      )
      await batch.flush()
      // Before there was this right, no role had it.
      await client.query(`update roles set permissions = permissions || '{canManageInstallation}'
        where name = 'admin' and not exists (select from roles where 'canManageInstallation' = any(permissions))`)
      if (!hasNumbers) for (const statement of numberByAge) await client.query(statement)
      await keepProducts(client)
      await setSequences(client)
      await decideNothing(client)
      await markForSearch(client)
      say('building the indexes')
      return counts
    },
  )
  await finishFilled(database, migrations, say)
  return counts
}

type Row = Parameters<RowBatch['add']>[0]

async function throughLines(
  lines: AsyncIterable<SourceLine>,
  pieces: ContentPieces,
  onRow: (row: Row) => Promise<void>,
  { signal, onLine }: ImportExportOptions,
): Promise<Record<string, number>> {
  const entries = readExport(lines, signal, onLine)
  let line = 1
  try {
    for (;;) {
      const next = await entries.next()
      if (next.done) {
        pieces.end(line)
        return next.value
      }
      const entry = next.value
      line = entry.line
      if (entry.kind === 'content') await pieces.add(entry.content, line)
      else await onRow(entry)
    }
  } finally {
    await entries.return({}).catch(() => undefined)
    await pieces.abandon()
  }
}

/** An export from before there were products has none: its bugs are in the first one. */
async function keepProducts(client: pg.ClientBase): Promise<void> {
  await client.query(firstProduct)
  const { rows } = await client.query<{ number: number; last: number | null }>(
    `select p.number, greatest(
        (select max(b.number) from bugs b where b.product_number = p.number),
        (select max(f.number) from former_bug_keys f where f.product_number = p.number)) as last
      from products p`,
  )
  await makeNumbers(
    client,
    rows.map(({ number }) => numbersOf(number)),
  )
  for (const { number, last } of rows) {
    if (last !== null) await client.query('select setval($1::regclass, $2)', [numbersOf(number), last])
  }
}

/** What happened elsewhere is news to nobody. */
async function decideNothing(client: pg.ClientBase): Promise<void> {
  await client.query(`update notification_position set (tx, event_id) = (
    select '0'::xid8, coalesce(max(id), 0) from events)`)
}

/** Each goes on after the largest number that is there. */
async function setSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  )
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1::regclass, m.last) from (select max(${quoted(column)}) as last from ${quoted(table)}) m
        where m.last > 0`,
      [sequence],
    )
  }
}

/** What search makes again itself when all bugs are indexed; until then they would only hold the rows up. */
const searchIndexes = ['bug_search_words', 'bug_texts_pairs']

/** As after the upgrade that brought the present search: all of it is indexed anew before anything is served. */
async function markForSearch(client: pg.ClientBase): Promise<void> {
  await client.query(`insert into search_upgrade values ('bugs', '')`)
  for (const table of ['chat_lines', 'chat_notes', 'internal_comments'])
    await client.query(`insert into search_upgrade select $1, '' where exists (select from ${table})`, [
      table.replace('_', ' '),
    ])
  // Of tables that it knows nothing about, PostgreSQL reads all comments for each few bugs.
  await client.query('analyze bugs, comments, internal_comments, chat_lines, chat_notes')
}
