import { version } from '#server/config/version.ts'
import type { AttachmentStore } from '#server/features/attachments/public.ts'
import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ArchiveWriter } from './archive-writer.ts'
import { BackupError, stopped } from './backup-error.ts'
import { migrationsIn, quoted, sequencesOf, type Table, tablesOf } from './catalog.ts'
import { type NamedContent, namedContents, openContent } from './contents.ts'
import {
  backupFormat,
  type BackupHead,
  hashOf,
  headName,
  type Manifest,
  manifestName,
  partBytes,
  sealName,
} from './manifest.ts'
import { inSnapshot } from './snapshot.ts'

type Store = AttachmentStore['store']

/** How far it is: what is being written, and bytes so far, before they are packed. */
export type OnProgress = (what: string, bytes: number) => void

/**
 * Writes everything as of one moment: every table, then every content that they name. People may go on working.
 * @param out gets a tar archive packed with zstd, and is ended; destroyed when something goes wrong
 * @param signal gives it up
 * @returns the manifest that is in the backup
 * @throws BackupError with a sentence, or what `out` failed with
 */
export async function writeBackup(
  pool: pg.Pool,
  store: Store,
  out: Writable,
  { signal, onProgress = () => {} }: { readonly signal: AbortSignal; readonly onProgress?: OnProgress },
): Promise<Manifest> {
  const archive = new ArchiveWriter(out, signal)
  try {
    return await inSnapshot(pool, signal, (client) =>
      new BackupWriter(client, store, archive, signal, onProgress).write(),
    )
  } catch (error) {
    await archive.abandon(error as Error)
    throw signal.aborted ? stopped() : error
  }
}

class BackupWriter {
  readonly #client: pg.PoolClient
  readonly #store: Store
  readonly #archive: ArchiveWriter
  readonly #signal: AbortSignal
  readonly #onProgress: OnProgress
  #bytes = 0

  constructor(
    client: pg.PoolClient,
    store: Store,
    archive: ArchiveWriter,
    signal: AbortSignal,
    onProgress: OnProgress,
  ) {
    this.#client = client
    this.#store = store
    this.#archive = archive
    this.#signal = signal
    this.#onProgress = onProgress
  }

  async write(): Promise<Manifest> {
    const migrations = await migrationsIn(this.#client)
    if (!migrations?.length) throw new BackupError('This database holds no Mothlight: there is nothing to back up.')
    const createdOn = new Date().toISOString()
    const head: BackupHead = { format: backupFormat, version, createdOn, migrations }
    await this.#archive.add(headName, json(head))
    const parts: Manifest['parts'] = []
    const tables: Manifest['tables'] = []
    for (const table of await tablesOf(this.#client)) {
      const rows = await this.#writeTable(table, parts)
      tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), rows })
    }
    const sequences = await sequencesOf(this.#client)
    const attachments = await this.#writeContents()
    const manifest: Manifest = { ...head, tables, sequences, parts, attachments }
    const content = json(manifest)
    await this.#archive.add(manifestName, content)
    await this.#archive.add(sealName, Buffer.from(hashOf(content)))
    await this.#archive.end()
    return manifest
  }

  /** @returns the number of rows */
  async #writeTable({ name, columns }: Table, parts: Manifest['parts']): Promise<number> {
    const values = columns.map(({ name, type }) => (type === 'xid8' ? `'0'::xid8` : quoted(name)))
    const rows = this.#client.query(copyTo(`copy (select ${values.join(', ')} from ${quoted(name)}) to stdout`))
    let number = 0
    for await (const content of piecesOf(rows, partBytes)) {
      this.#signal.throwIfAborted()
      const part = `tables/${name}/${String(number++).padStart(6, '0')}`
      parts.push({ name: part, bytes: content.length, sha256: hashOf(content) })
      await this.#archive.add(part, content)
      this.#count(`table ${name}`, content.length)
    }
    // The count comes after the rows, perhaps a moment later: when the next statement is answered, it is there.
    await this.#client.query('select')
    return rows.rowCount
  }

  async #writeContents(): Promise<Manifest['attachments']> {
    const summary: Manifest['attachments'] = { files: 0, bytes: 0, missing: [], damaged: [] }
    for await (const named of namedContents(this.#client)) {
      this.#signal.throwIfAborted()
      const found = await this.#writeContent(named)
      if (found === 'missing') {
        if (named.isUsed) summary.missing.push(named.sha256)
        continue
      }
      if (found === 'damaged') summary.damaged.push(named.sha256)
      summary.files += 1
      summary.bytes += named.bytes
    }
    return summary
  }

  async #writeContent({ sha256, bytes }: NamedContent): Promise<'written' | 'missing' | 'damaged'> {
    const opened = await openContent(this.#store, sha256)
    if (!opened) return 'missing'
    if (opened.bytes !== bytes) {
      opened.close()
      return 'missing'
    }
    const hash = createHash('sha256')
    const count = (bytes: number) => this.#count('attached files', bytes)
    const hashed = async function* () {
      for await (const chunk of opened.chunks()) {
        hash.update(chunk)
        count(chunk.length)
        yield chunk
      }
    }
    await this.#archive.addStream(`attachments/${sha256}`, bytes, hashed())
    return hash.digest('hex') === sha256 ? 'written' : 'damaged'
  }

  #count(what: string, bytes: number): void {
    this.#bytes += bytes
    this.#onProgress(what, this.#bytes)
  }
}

/** The same bytes in pieces of at least `size`, but for the last one. */
async function* piecesOf(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    kept.push(chunk)
    length += chunk.length
    if (length < size) continue
    yield Buffer.concat(kept)
    kept = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(kept)
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`)
