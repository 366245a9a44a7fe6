import { version } from '#server/config/version.ts'
import type { AttachmentStore } from '#server/features/attachments/public.ts'
import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BackupError, stopped } from './backup-error.ts'
import { migrationsIn, quoted } from './catalog.ts'
import { namedContents, openContent } from './contents.ts'
import {
  type ContentLine,
  contentPiece,
  type EndLine,
  exportFormat,
  type ExportHead,
  exportType,
} from './export-lines.ts'
import { fieldOf, type RecordType, recordTypes } from './record-types.ts'
import { inSnapshot } from './snapshot.ts'
import type { OnProgress } from './write-backup.ts'

export interface ExportOptions {
  /** The last migration of this program. */
  readonly schema: string
  readonly withSecrets: boolean
  readonly isGzipped: boolean
  readonly signal: AbortSignal
  readonly onProgress?: OnProgress
}

export interface ExportSummary {
  /** Lines of each type. */
  readonly lines: Readonly<Record<string, number>>
  /** Contents that attachments name and that were not there, or damaged. */
  readonly missing: readonly string[]
}

/**
 * Writes everything as of one moment as JSON lines. People may go on working.
 * @param out is ended; destroyed when something goes wrong
 * @throws BackupError with a sentence, or what `out` failed with
 */
export async function writeExport(
  pool: pg.Pool,
  store: AttachmentStore['store'],
  out: Writable,
  options: ExportOptions,
): Promise<ExportSummary> {
  const { signal, isGzipped } = options
  try {
    return await inSnapshot(pool, signal, async (client) => {
      const last = (await migrationsIn(client))?.at(-1)
      if (last === undefined) throw new BackupError('This database holds no Mothlight: there is nothing to export.')
      if (last !== options.schema) {
        throw new BackupError(
          `The database has the schema ${last} and this Mothlight the schema ${options.schema}: ` +
            'export with the version that runs there, or upgrade it first (mothlight migrate).',
        )
      }
      const summary = { lines: {} as Record<string, number>, missing: [] as string[] }
      const lines = Readable.from(allLines(client, store, options, summary), { objectMode: false })
      await (isGzipped ? pipeline(lines, createGzip(), out, { signal }) : pipeline(lines, out, { signal }))
      return summary
    })
  } catch (error) {
    out.destroy()
    throw signal.aborted ? stopped() : error
  }
}

async function* allLines(
  client: pg.PoolClient,
  store: AttachmentStore['store'],
  { schema, withSecrets, onProgress = () => {} }: ExportOptions,
  summary: { lines: Record<string, number>; missing: string[] },
): AsyncGenerator<Buffer> {
  let bytes = 0
  const createdOn = new Date().toISOString()
  const head: ExportHead = { type: exportType, format: exportFormat, version, schema, createdOn, withSecrets }
  yield lineOf(head)
  for (const type of recordTypes) {
    const rows = client.query(copyTo(selectOf(type, withSecrets)))
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      bytes += chunk.length
      onProgress(`${type.type} lines`, bytes)
      yield chunk
    }
    // The count comes after the rows, perhaps a moment later.
    await client.query('select')
    summary.lines[type.type] = rows.rowCount
  }
  summary.lines['content'] = 0
  for await (const { sha256, isUsed } of namedContents(client)) {
    const opened = await openContent(store, sha256)
    if (!opened) {
      if (isUsed) summary.missing.push(sha256)
      continue
    }
    const lines = contentLines(sha256, opened.chunks())
    let next = await lines.next()
    for (; !next.done; next = await lines.next()) {
      bytes += next.value.length
      onProgress('attached files', bytes)
      summary.lines['content'] += 1
      yield next.value
    }
    if (!next.value) summary.missing.push(sha256)
  }
  const end: EndLine = { type: 'end', lines: summary.lines }
  yield lineOf(end)
}

/** One JSON object a row. Neither quote nor delimiter can be in one, so that PostgreSQL writes it as it is. */
function selectOf({ type, table, columns, secret = [], order }: RecordType, withSecrets: boolean): string {
  const fields = [...columns, ...(withSecrets ? secret : [])].map((column) => `'${fieldOf(column)}', ${quoted(column)}`)
  return `copy (select json_build_object('type', '${type}', ${fields.join(', ')}) from ${quoted(table)} order by ${order})
    to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`
}

/** @returns whether the content is what its name says */
async function* contentLines(sha256: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, boolean> {
  const hash = createHash('sha256')
  let part = 0
  const line = (piece: Buffer, more: Partial<ContentLine>) =>
    lineOf({ type: 'content', sha256, part: part++, isLast: false, ...more, base64: piece.toString('base64') })
  let kept: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    hash.update(chunk)
    kept = Buffer.concat([kept, chunk])
    // Something is always left for the last line.
    for (; kept.length > contentPiece; kept = kept.subarray(contentPiece))
      yield line(kept.subarray(0, contentPiece), {})
  }
  const isRight = hash.digest('hex') === sha256
  yield line(kept, { isLast: true, ...(!isRight && { isDamaged: true }) })
  return isRight
}

const lineOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)
