import type { Database } from '#server/db/database.ts'
import type { AttachmentStore } from '#server/features/attachments/public.ts'
import type { Migration } from 'kysely/migration'
import type pg from 'pg'
import { readArchive, wholeOf } from './archive-reader.ts'
import { BackupError, stopped } from './backup-error.ts'
import { type Queries, quoted, type Table, tablesOf } from './catalog.ts'
import { fillDatabase, finishFilled } from './fill-database.ts'
import { keepContent } from './keep-content.ts'
import { hashOf, type Manifest, partBytes } from './manifest.ts'
import { makeNumbers } from './product-numbers.ts'
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
    await holdOutgoing(client)
    await endLinks(client)
    await changeReporterLinks(client)
    const isShared = id !== undefined && (await keeping.store.owners()).includes(id)
    if (id !== undefined) await keeping.store.addOwner(id)
    return { leftOut, isShared }
  })
  await finishFilled(database, migrations, say)
  // A backup of an earlier schema has had no place for it until now.
  await holdOutgoing(database.pool)
  // The links that they were sent have ended, so they are asked again with a later notification.
  await database.pool.query('update users set confirmation_asked_on = null where email_confirmed_on is null')
  await database.pool.query('update conversations set email_asked_on = null where email_confirmed_on is null')
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
  await makeNumbers(
    client,
    sequences.map(({ name }) => name),
  )
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

/**
 * What the backup says is due was perhaps sent long ago, and this may be a copy to try something with: nothing goes out
 * until an administrator says so.
 */
async function holdOutgoing(client: Queries): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('outgoing_hold') is not null as is`)
  if (rows[0]?.is) await client.query('insert into outgoing_hold default values on conflict do nothing')
}

/**
 * A link that was used or taken back since the backup would work once more. Invitations are over instead of ended: they stay in
 * the list, where one press sends them again.
 */
async function endLinks(client: Queries): Promise<void> {
  // There is no such table in schemas from before mailed links.
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('account_links') is not null as is`)
  if (!rows[0]?.is) return
  await client.query(`update account_links set
      ended_on = case when purpose <> 'invite' then now() end,
      expires_on = least(expires_on, now())
    where used_on is null and ended_on is null`)
}

/**
 * A reporter's link that was ended since the backup would work once more, so each is another one from now on: the next mail about
 * the bug brings it.
 */
async function changeReporterLinks(client: Queries): Promise<void> {
  // There is no such table in schemas from before reporters without an account.
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('reporter_links') is not null as is`)
  if (!rows[0]?.is) return
  await client.query(`update reporter_links set id = substr(replace(gen_random_uuid()::text, '-', ''), 1, 24)
    where revoked_on is null`)
}
