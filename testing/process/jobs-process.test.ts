import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launchProcess, type ProductProcess, startProcess } from '#testing/product-process.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { untilBlocked } from '#testing/until-blocked.ts'

const job = 'delete-old-conversations'
/** More than one transaction deletes. */
const conversations = 150

let test: TestDatabase
let settings: Record<string, string>
let holder: pg.Client
const running = new Set<ProductProcess | ReturnType<typeof launchProcess>>()

beforeEach(async () => {
  test = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-jobs-'))
  settings = { DATABASE_URL: test.url, DATA_DIR: dataDir, CHAT_PORT: 'off', CHAT_RETENTION_DAYS: '30' }
  await query(
    `insert into conversations (id, visitor_name, opened_on, last_line_on, network, user_agent)
      select lpad(n::text, 24, '0'), 'Ann', now() - interval '40 days', now() - interval '31 days', '127.0.0.1', ''
        from generate_series(1, $1::integer) n`,
    [conversations],
  )
  // Until tomorrow no clock makes it due.
  await query(
    `insert into mothlight_jobs._private_known_crontabs (identifier, known_since, last_execution)
      values ($1, now(), now() + interval '1 day')`,
    [job],
  )
  holder = new pg.Client(test.url)
  await holder.connect()
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  running.clear()
  await holder.end()
  await test.drop()
  await rm(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
})

const query = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows
const left = async () => (await query('select count(*)::integer as n from conversations'))[0]?.n as number
const jobs = () =>
  query('select attempts, locked_at is not null as is_running from mothlight_jobs.jobs where task_identifier = $1', [
    job,
  ])

async function start(more: Record<string, string> = {}): Promise<ProductProcess> {
  const product = await startProcess({ ...settings, ...more })
  running.add(product)
  return product
}

/** Starts a process that does jobs alone. */
async function startWorker() {
  const worker = launchProcess({ ...settings, SERVE: 'jobs', LOG_LEVEL: 'info' })
  running.add(worker)
  await expect.poll(worker.output).toContain('does jobs in this process')
  return worker
}

/** Has the job done, and the first of its transactions wait until `holder` lets it go on. */
async function holdJob(): Promise<void> {
  await holder.query('begin; lock table chat_lines')
  await query('select mothlight_jobs.add_job($1, queue_name => $1, max_attempts => 6)', [job])
  await expect.poll(jobs).toEqual([{ attempts: 1, is_running: true }])
  await untilBlocked(test.database.pool)
}

describe('a job', () => {
  it('whose process is killed is done by another one, and nothing of it twice', async () => {
    const killed = await start()
    await holdJob()
    const other = await start()
    await killed.crash()
    await holder.query('rollback')
    // What the killed process had begun was not kept, and nobody takes the job before its worker is known to be dead.
    await expect.poll(left).toBe(0)
    await expect.poll(jobs).toEqual([])
    const deletions = `select count(*)::integer as n, count(distinct subject_id)::integer as different from events
      where type = 'chat-conversation-deleted'`
    expect(await query(deletions)).toEqual([{ n: conversations, different: conversations }])
    await expect.poll(async () => (await query('select from job_workers')).length).toBe(1)
    expect(await other.end()).toBe(0)
  })

  it('is left alone by a server with JOBS=off, and ends between two steps when the process that does it is stopped', async () => {
    const server = await start({ JOBS: 'off' })
    const worker = await startWorker()
    await holdJob()
    worker.child.kill('SIGTERM')
    await expect.poll(worker.output).toContain('stopping')
    await holder.query('rollback')
    expect(await worker.ended).toBe(0)
    // One transaction was done, and the try does not count.
    expect(await left()).toBe(conversations - 100)
    expect(await jobs()).toEqual([{ attempts: 0, is_running: false }])
    expect(await query('select from job_workers')).toEqual([])

    const next = await startWorker()
    await expect.poll(left).toBe(0)
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    expect(await server.end()).toBe(0)
  })
})
