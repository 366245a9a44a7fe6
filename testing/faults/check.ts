import { verifyHistory } from '#server/features/history/public.ts'
import type { Database } from '#server/db/database.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { brokenRules, damage } from './invariants.ts'
import type { Acknowledged, Journal } from './journal.ts'

/**
 * Returns everything that a run lost or broke. Nobody may write meanwhile.
 * @param dataDir where the attached files are
 */
export async function everythingWrong(
  { acknowledged, complaints }: Journal,
  database: Database,
  dataDir: string,
): Promise<string[]> {
  const { pool } = database
  const { deviations } = await verifyHistory(database.db)
  return [
    ...complaints,
    ...(await lostWrites(acknowledged, pool)),
    ...(await lostFiles(acknowledged, pool, dataDir)),
    ...(await brokenRules(pool)),
    ...(await damage(pool)),
    ...deviations.map(({ bugId, what }) => `bug ${bugId} differs from its history: ${what.join(', ')}`),
  ]
}

/** Returns acknowledged writes that the database does not contain. */
export async function lostWrites(acknowledged: readonly Acknowledged[], pool: pg.Pool): Promise<string[]> {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await pool.query<Row>(text)).rows
  const reports = await rows<{ id: string; title: string }>(
    `select b.id, e.payload ->> 'title' as title from bugs b
      join events e on e.subject_id = b.id and e.type = 'bug-reported'`,
  )
  const comments = await rows<{ id: string; bugId: string; message: string }>(
    `select id, bug_id as "bugId", message from comments`,
  )
  const changes = await rows<{ bugId: string; version: number }>(
    `select subject_id as "bugId", version from events where type like 'bug-%' and version is not null`,
  )
  const held = new Set([
    ...reports.map(({ id, title }) => `report ${id} ${title}`),
    ...comments.map(({ id, bugId, message }) => `comment ${id} ${bugId} ${message}`),
    ...changes.map(({ bugId, version }) => `change ${bugId} ${version}`),
  ])
  return acknowledged.flatMap((write) => {
    const name = nameOf(write)
    return name === undefined || held.has(name) ? [] : [`lost: ${name}`]
  })
}

/** Returns the text by which a write is found again; undefined for those that are checked elsewhere. */
function nameOf(write: Acknowledged): string | undefined {
  if (write.kind === 'report') return `report ${write.id} ${write.title}`
  if (write.kind === 'comment') return `comment ${write.id} ${write.bugId} ${write.message}`
  if (write.kind === 'change') return `change ${write.bugId} ${write.version}`
  return undefined
}

/** Returns acknowledged uploads, and rows of the table, without the content that was sent. */
async function lostFiles(acknowledged: readonly Acknowledged[], pool: pg.Pool, dataDir: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; sha256: string }>('select id, sha256 from attachments')
  const known = new Map(rows.map(({ id, sha256 }) => [id, sha256]))
  const uploads = acknowledged.filter((write) => write.kind === 'upload')
  const lost = uploads.filter(({ id, sha256 }) => known.get(id) !== sha256).map(({ id }) => `lost: upload ${id}`)
  for (const sha256 of new Set(uploads.map((upload) => upload.sha256))) {
    const path = join(dataDir, 'attachments', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    const found = await readFile(path).then(
      (content) => createHash('sha256').update(content).digest('hex'),
      () => 'nothing',
    )
    if (found !== sha256) lost.push(`lost: the content ${sha256} (there is ${found})`)
  }
  return lost
}
