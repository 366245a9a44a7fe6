import * as contract from '#shared/jobs/contract.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let administrator: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  app = await openTestApp({ CHAT_RETENTION_DAYS: '30' })
  administrator = await app.person(['admin'])
  // Until tomorrow no clock makes this one due.
  await query(
    `insert into mothlight_jobs._private_known_crontabs (identifier, known_since, last_execution)
      values ('delete-ended-sessions', now(), now() + interval '1 day')`,
  )
  app.startJobs()
})
afterAll(() => app?.end())

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const scheduled = async () =>
  (await query('select identifier from mothlight_jobs._private_known_crontabs order by 1')).map(
    ({ identifier }) => identifier as string,
  )
/** Makes a job due now, as its schedule would. */
const addJob = async (name: string): Promise<number> =>
  (
    await query('select id from mothlight_jobs.add_job($1, queue_name => $1, job_key => $1, max_attempts => 6)', [name])
  )[0].id
const tries = (id: number) =>
  query('select attempts, run_at > now() as later, last_error from mothlight_jobs.jobs where id = $1', [id])
const listed = async () => (await administrator.call(contract.listJobs, {})).body

describe('background jobs', () => {
  it('are due by a schedule, once for all processes', async () => {
    await expect
      .poll(scheduled)
      .toEqual([
        'delete-ended-sessions',
        'delete-leftover-files',
        'delete-old-account-links',
        'delete-old-bulk-changes',
        'delete-old-conversations',
        'delete-old-mail-reports',
        'delete-old-mails',
        'delete-old-received-mails',
        'delete-seen-notifications',
        'delete-unused-uploads',
        'forget-open-pages',
        'forget-view-entries',
        'gather-notification-mails',
        'put-answer-mails',
        'put-reporter-mails',
        'remind-reporters',
        'send-mails',
        'tell-of-views',
      ])
    await expect.poll(async () => (await listed()).counts).toEqual({ waiting: 0, running: 0, failed: 0, workers: 1 })
  })

  it('are done by processes that say so; one that was killed does not count', async () => {
    const workers = async () => (await listed()).counts.workers
    await expect.poll(workers).toBe(1)
    await query(`insert into job_workers (id) values ('killed')`)
    await query(`update job_workers set seen_on = now() - interval '1 minute'`)
    // The living one says so again with its next beat.
    await expect.poll(workers).toBe(1)
  })

  it('delete what is over, and nothing else', async () => {
    const over = await app.person(['customer'])
    const uploads = ['old', 'young'].map((name, n) => [name, n])
    await query(`update sessions set expires_on = now() - interval '1 minute' where user_id = $1`, [over.userId])
    await query(`insert into rate_limits values ('login:over', 1, 1000), ('login:not', 1, $1)`, [Date.now() + 60_000])
    for (const [name, n] of uploads) {
      await query(
        `insert into attachments (id, uploaded_by, name, media_type, bytes, sha256, created_on)
          values ($1, $2, $3, 'text/plain', 1, repeat('a', 64), now() - $4::integer * interval '25 hours')`,
        [`${n}`.repeat(24), over.userId, name, n === 0 ? 1 : 0],
      )
    }
    for (const name of ['delete-ended-sessions', 'delete-unused-uploads', 'delete-old-bulk-changes']) await addJob(name)
    await expect.poll(async () => (await listed()).counts.waiting).toBe(0)
    await expect.poll(async () => (await listed()).counts.running).toBe(0)
    expect((await listed()).counts.failed).toBe(0)
    expect(await query('select from sessions where user_id = $1', [over.userId])).toHaveLength(0)
    expect(await query('select from sessions where user_id = $1', [administrator.userId])).toHaveLength(1)
    expect(await query('select key from rate_limits')).toEqual([{ key: 'login:not' }])
    expect(await query('select name from attachments')).toEqual([{ name: 'young' }])
  })

  it('that fail are tried again later; what failed for good is listed until it is tried again', async () => {
    await query('alter table rate_limits rename to elsewhere')
    const earlier = await addJob('delete-ended-sessions')
    await expect.poll(() => tries(earlier)).toMatchObject([{ attempts: 1, later: true }])
    expect((await listed()).result).toEqual([])

    // The last two tries of each, for which nobody waits.
    const last = (id: number) =>
      query('select mothlight_jobs.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => 5)', [id])
    await last(earlier)
    await expect.poll(async () => (await listed()).result.map(({ _id }) => _id)).toContain(`${earlier}`)
    const id = await addJob('delete-ended-sessions')
    await expect.poll(() => tries(id)).toMatchObject([{ attempts: 1, later: true }])
    // It stays listed while a later one is tried.
    expect((await listed()).result.map(({ _id }) => _id)).toEqual([`${earlier}`])
    await last(id)
    // A later failure takes the place of earlier ones.
    await expect.poll(async () => (await listed()).result.map(({ _id }) => _id)).toEqual([`${id}`])
    expect((await listed()).result[0]).toMatchObject({
      name: 'delete-ended-sessions',
      title: 'Delete sessions and counted logins whose time is over',
      attempts: 6,
      reason: 'relation "rate_limits" does not exist',
    })

    const again = (who: Pick<TestApp['stranger'], 'call'>, jobId = `${id}`) =>
      who.call(contract.tryJobAgain, { params: { jobId } })
    expect((await again(await app.person(['staff', 'customer']))).status).toBe(403)
    expect((await listed()).result).toHaveLength(1)
    for (const unknown of ['0', '9'.repeat(30), 'x', `${id} `])
      expect((await again(administrator, unknown)).status).toBe(404)

    await query('alter table elsewhere rename to rate_limits')
    expect((await again(administrator)).body).toEqual({ isWaiting: true })
    await expect.poll(() => tries(id)).toEqual([])
    expect((await listed()).result).toEqual([])
    expect((await again(administrator)).status).toBe(404)
  })

  it('are done once, also when earlier failures of theirs can’t be deleted', async () => {
    await query('alter function mothlight_jobs.complete_jobs rename to elsewhere')
    const id = await addJob('delete-ended-sessions')
    await expect.poll(() => tries(id)).toEqual([])
    await query('alter function mothlight_jobs.elsewhere rename to complete_jobs')
  })
})
