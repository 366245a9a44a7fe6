import type { Database } from '#server/db/database.ts'
import type { AttachmentStore } from '#server/features/attachments/public.ts'
import type { Migration } from 'kysely/migration'
import type pg from 'pg'
import { readArchive, wholeOf } from './archive-reader.ts'
import { BackupError, stopped } from './backup-error.ts'
import { quoted, type Table, tablesOf } from './catalog.ts'
import { fillDatabase, finishFilled } from './fill-database.ts'
import { keepContent } from './keep-content.ts'
import { hashOf, type Manifest, partBytes } from './manifest.ts'
import { TableLoad } from './table-load.ts'

export interface RestoreOptions {
  readonly path: string
  /** What `checkBackup` found in the file. */
  readonly manifest: Manifest
  /** Of this program. */
  readonly migrations: Readonly<Record<string, Migration>>
  readonly signal: AbortSignal
  /** Told how much of the file was read. */
  readonly onRead?: (bytes: number) => void
  /** Told of steps that take a while. */
  readonly say?: (what: string) => void
}

export interface RestoreSummary {
  /** Tables of the backup that are none of Mothlight's, and were left out. */
  readonly leftOut: readonly string[]
  /** The place that keeps attached files knew this installation already. */
  readonly isShared: boolean
}

/** No part is larger: a row is at most 1 GB, and a part ends with the chunk that makes it large enough. */
const mostPartBytes = partBytes + 1024 ** 3

/**
 * Puts a checked backup into an empty database, and its attached files to where files are kept; then brings both to this
 * version. The database is filled in one transaction, files first: whatever ends it early leaves it empty.
 * @throws BackupError with a sentence
 */
export async function restoreBackup(
  database: Database,
  keeping: Pick<AttachmentStore, 'store' | 'incoming'>,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { manifest, migrations, signal, say = () => {} } = options
  const last = manifest.migrations.at(-1) ?? ''
  const summary = await fillDatabase(database.pool, { migrations, last, signal }, async (client) => {
    const tables = await tablesOf(client)
    const leftOut = manifest.tables
      .map(({ name }) => name)
      .filter((name) => !tables.some((table) => table.name === name))
    await fillTables(client, keeping, tables, options)
    await setSequences(client, manifest)
    say('building the indexes')
    const id = await installationIn(client, tables)
    const isShared = id !== undefined && (await keeping.store.owners()).includes(id)
    if (id !== undefined) await keeping.store.addOwner(id)
    return { leftOut, isShared }
  })
  await finishFilled(database, migrations, say)
  return summary
}

/** Reads the file once more, and puts each part where it belongs. What it holds is compared with the manifest again. */
async function fillTables(
  client: pg.ClientBase,
  keeping: Pick<AttachmentStore, 'store' | 'incoming'>,
  tables: readonly Table[],
  { path, manifest, signal, onRead = () => {} }: RestoreOptions,
): Promise<void> {
  const wanted = new Map(manifest.tables.map((table) => [table.name, table]))
  const hashes = new Map(manifest.parts.map(({ name, sha256 }) => [name, sha256]))
  // They keep totals and the like, which come with the rows.
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  let load: TableLoad | undefined
  for await (const entry of readArchive(path, onRead)) {
    if (signal.aborted) throw stopped()
    const [kind, name = '', part] = entry.name.split('/')
    if (kind !== 'tables') {
      await load?.end()
      load = undefined
    }
    if (kind === 'attachments' && !manifest.attachments.damaged.includes(name)) {
      await keepContent(keeping, name, entry.content)
    }
    if (kind !== 'tables' || part === undefined || !tables.some((table) => table.name === name)) continue
    const content = await wholeOf(entry, mostPartBytes)
    if (hashes.get(entry.name) !== hashOf(content)) throw new BackupError('The file changed while it was read.')
    if (load?.table.name !== name) {
      await load?.end()
      const table = wanted.get(name)
      if (!table) throw new BackupError('The file changed while it was read.')
      load = new TableLoad(client, table)
    }
    await load.write(content)
  }
  await load?.end()
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
}

async function setSequences(client: pg.ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    // One of a table that is none of Mothlight's is not here.
    await client.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [
      ...[quoted(name), value, isCalled],
    ])
  }
}

async function installationIn(client: pg.ClientBase, tables: readonly Table[]): Promise<string | undefined> {
  // There is no such table in schemas from before attached files.
  if (!tables.some(({ name }) => name === 'installation')) return undefined
  const { rows } = await client.query<{ id: string }>('select id from installation')
  return rows[0]?.id
}
