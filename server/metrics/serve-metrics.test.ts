import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { putMail } from '#server/features/mail/public.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { sendMessage } from '#shared/chat/socket-events.ts'
import { openChatClient } from '#testing/chat-client.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const token = 'a-token-for-the-tests'
const authorization = `Bearer ${token}`

let app: TestApp

beforeAll(async () => {
  app = await openTestApp({ METRICS_TOKEN: token })
  await app.person(['staff'])
})
afterAll(() => app.end())

async function metrics(of = app): Promise<string> {
  const answer = await of.http.inject({ url: '/metrics', headers: { authorization } })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

/** Returns the value of a line; undefined when there is none. */
async function valueOf(line: string): Promise<number | undefined> {
  const found = (await metrics()).split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length))
}

describe('GET /metrics', () => {
  it('is not there without METRICS_TOKEN', async () => {
    const bare = await openTestApp()
    try {
      const [metrics, unknown] = [
        await bare.stranger.send('GET', '/metrics', undefined, { authorization }),
        await bare.stranger.send('GET', '/no-such-thing'),
      ]
      expect(metrics.status).toBe(404)
      expect(metrics.refusal.error.code).toBe(unknown.refusal.error.code)
    } finally {
      await bare.end()
    }
  })

  it.each([[undefined], [''], [token], [`Basic ${token}`], [`${authorization}x`], [authorization.slice(0, -1)]])(
    'says nothing to %s',
    async (given) => {
      const answer = await app.stranger.send(
        'GET',
        '/metrics',
        undefined,
        given === undefined ? {} : { authorization: given },
      )
      expect(answer).toMatchObject({ status: 401, refusal: { error: { code: 'not-signed-in' } } })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      expect(JSON.stringify(answer)).not.toContain('mothlight_')
    },
  )

  it('is Prometheus’ text, and not kept by anybody on the way', async () => {
    const { headers, body } = await app.http.inject({ url: '/metrics', headers: { authorization } })
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(headers['cache-control']).toBe('no-store')
    for (const line of body.split('\n').filter(Boolean)) {
      expect(line).toMatch(/^# (HELP|TYPE) \w+ |^\w+(\{[^{}]*\})? (-?[\d.]+(e[+-]?\d+)?|\+Inf|NaN)$/)
    }
  })
})

describe('the metrics', () => {
  it('count requests by the pattern of the route, whatever address was asked for', async () => {
    const before = (await metrics()).split('\n').length
    const person = await app.person(['staff'])
    for (let n = 0; n < 30; n++) {
      await person.send('GET', `/api/bug/${n.toString(16).padStart(24, '0')}`)
      await app.stranger.send('GET', `/no/such/${n}?secret=${n}`)
      await app.stranger.send('GET', `/api/no-such-${n}`)
    }
    const text = await metrics()
    expect(await valueOf('mothlight_http_requests_total{method="GET",route="unknown",status="404"}')).toBe(60)
    expect(text).toMatch(/mothlight_http_requests_total\{method="GET",route="\/api\/bug\/:bugId",status="404"\} 30\n/)
    expect(text).toMatch(
      /mothlight_http_request_duration_seconds_count\{method="GET",route="\/api\/bug\/:bugId"\} 30\n/,
    )
    expect(text).not.toMatch(/secret|such/)
    expect(text.split('\n').length).toBeLessThan(before + 60)
  })

  it('say what the database and the product are like', async () => {
    expect(await valueOf('mothlight_database_up')).toBe(1)
    expect(await valueOf('mothlight_writes_possible')).toBe(1)
    expect(await valueOf('mothlight_migrations_pending')).toBe(0)
    expect(await valueOf('mothlight_migrations_applied')).toBeGreaterThan(8)
    expect(await valueOf('mothlight_database_connections_max')).toBe(8)
    expect(await valueOf('mothlight_database_waiting')).toBe(0)
    expect(await valueOf('mothlight_database_query_duration_seconds_count')).toBeGreaterThan(1)
    expect(await valueOf('mothlight_sessions')).toBeGreaterThan(0)
    expect(await valueOf('mothlight_attachments_bytes')).toBe(0)
    expect(await valueOf('mothlight_events_total{type="user-registered"}')).toBeGreaterThan(0)
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(await valueOf(`mothlight_build_info{version="${version}",node="${process.version}"}`)).toBe(1)
  })

  it('leave out what can’t be known while the database is away, and say that it is', async () => {
    const other = await openTestApp({ METRICS_TOKEN: token })
    const { pool } = other.database
    const query = pool.query.bind(pool)
    await query('alter table kysely_migration rename to away')
    try {
      const text = await metrics(other)
      expect(text).toMatch(/^mothlight_database_up 0$/m)
      expect(text).not.toMatch(
        /^mothlight_(migrations_applied|event_relay_lag_seconds|notification_lag_seconds|notification_pending|sessions|users) /m,
      )
      await query('alter table away rename to kysely_migration')
      expect(await metrics(other)).toMatch(/^mothlight_database_up 1$/m)
    } finally {
      await other.end()
    }
  })

  it('tell of events that are delayed', async () => {
    const holder = await app.database.pool.connect()
    try {
      // A transaction with an id of its own, as every write has one, delays later events.
      await holder.query('begin')
      await holder.query('select pg_current_xact_id()')
      const before = (await valueOf('mothlight_event_relay_pending')) ?? 0
      await app.person(['staff'])
      expect(await valueOf('mothlight_event_relay_pending')).toBeGreaterThan(before)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await app.relay.settled()
    expect(await valueOf('mothlight_event_relay_pending')).toBe(0)
    expect(await valueOf('mothlight_event_relay_lag_seconds')).toBe(0)
  })

  it('tell for how long nobody has been notified of what happened, and of how much', async () => {
    const seconds = () => valueOf('mothlight_notification_lag_seconds')
    const events = () => valueOf('mothlight_notification_pending')
    const staff = await app.person(['staff'])
    await app.notified()
    await expect.poll(seconds).toBe(0)
    const holder = await app.database.pool.connect()
    try {
      // As somebody who decides and does not get on.
      await holder.query(`begin; select pg_advisory_xact_lock(hashtext('notifications'))`)
      const texts = { title: 't', description: 'd', stepsToReproduce: 's' }
      const { _id } = (await staff.call(reportBug, { body: texts })).body.result
      await app.database.pool.query(`update events set at = at - interval '1 hour' where subject_id = $1`, [_id])
      expect(await seconds()).toBeGreaterThanOrEqual(3600)
      expect(await seconds()).toBeLessThan(3700)
      await staff.call(addComment, { params: { bugId: _id }, body: { message: 'm' } })
      expect(await seconds(), 'the oldest counts').toBeGreaterThanOrEqual(3600)
      expect(await events()).toBeGreaterThanOrEqual(2)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await app.notified()
    await expect.poll(seconds).toBe(0)
    await expect.poll(events).toBe(0)
  })

  it('count mails and jobs by what became of them', async () => {
    const mail = await startMailServer()
    const other = await openTestApp({ ...mail.settings, METRICS_TOKEN: token })
    const query = (text: string) => other.database.pool.query(text)
    const put = (address: string, dueOn?: Date) =>
      other.inTx((tx) => putMail(tx, { kind: 'test-mail', userId: null, address, subjectId: null, dueOn }))
    try {
      mail.trouble = (step, address) =>
        step === 'to' && address.startsWith('nobody') ? { refuses: '550 5.1.1 No such user' } : undefined
      for (const address of ['nobody@example.test', 'ann@example.test']) await put(address)
      await put('later@example.test', new Date(Date.now() + 3_600_000))
      // It can’t be done, nor tried again.
      await query('alter table rate_limits rename to elsewhere')
      await query(`select mothlight_jobs.add_job('delete-ended-sessions', max_attempts => 1)`)
      other.startJobs()
      const shown = async (name: string) =>
        (await metrics(other)).split('\n').filter((line) => line.startsWith(`mothlight_${name}`))
      await expect
        .poll(async () => [...(await shown('mail_tries_total')), ...(await shown('mails'))])
        .toEqual([
          'mothlight_mail_tries_total{kind="test-mail",outcome="failed"} 1',
          'mothlight_mail_tries_total{kind="test-mail",outcome="sent"} 1',
          'mothlight_mails{state="waiting"} 1',
          'mothlight_mails{state="failed"} 1',
          'mothlight_mails_held 0',
        ])
      await expect.poll(() => shown('jobs{state="failed"}')).toEqual(['mothlight_jobs{state="failed"} 1'])
      // Those that their schedule brings meanwhile count too.
      const tries = async () => (await shown('job_tries_total')).join('\n')
      await expect.poll(tries).toMatch(/\{job="send-mails",outcome="done"\} [1-9]/)
      expect(await tries()).toMatch(/\{job="delete-ended-sessions",outcome="failed"\} [1-9]/)
      expect(await tries()).not.toMatch(/\{job="(send-mails",outcome="failed|delete-ended-sessions",outcome="done)"/)
      expect(await shown('job_workers')).toEqual(['mothlight_job_workers 1'])
      expect(await shown('mail_delay_seconds')).toEqual(['mothlight_mail_delay_seconds 0'])
      await query('insert into outgoing_hold default values')
      await query(
        `update mails set tries = 1, created_on = now() - interval '1 hour', due_on = now()
          where address like 'later%'`,
      )
      expect(await shown('mails_held')).toEqual(['mothlight_mails_held 1'])
      const [delay = ''] = await shown('mail_delay_seconds')
      expect(Number(delay.split(' ')[1]), 'as if it had been tried for ten minutes').toBeGreaterThanOrEqual(600)
    } finally {
      await other.end()
      await mail.close()
    }
  })

  it('count sockets by who opened them, and what is sent over them by outcome', async () => {
    const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const admin = await app.person(['admin'])
    const visitor = await openChatClient(origin)
    const staff = await openChatClient(origin, admin.cookie)
    try {
      await visitor.say('hello')
      await visitor.send(sendMessage, { message: '' })
      await visitor.socket.timeout(10_000).emitWithAck('no-such-event', {})
      expect(await valueOf('mothlight_sockets_connected{kind="visitor"}')).toBe(1)
      expect(await valueOf('mothlight_sockets_connected{kind="staff"}')).toBe(1)
      const event = sendMessage.name
      expect(await valueOf(`mothlight_socket_events_total{event="${event}",outcome="ok"}`)).toBe(1)
      expect(await valueOf(`mothlight_socket_events_total{event="${event}",outcome="invalid-input"}`)).toBe(1)
      expect(await valueOf('mothlight_socket_events_total{event="unknown",outcome="not-found"}')).toBe(1)
      expect(await metrics()).not.toContain('no-such-event')
    } finally {
      const gone = once(staff.socket as unknown as NodeJS.EventEmitter, 'disconnect')
      visitor.close()
      staff.close()
      await gone
    }
  })

  it('count what limits refuse', async () => {
    const strict = await openTestApp({ METRICS_TOKEN: token, LIMIT_FAILED_LOGINS: '1' })
    try {
      const login = () =>
        strict.stranger.send('POST', '/api/user/login', { email: 'a@example.test', password: 'wrong-one' })
      await login()
      expect((await login()).status).toBe(429)
      expect(await metrics(strict)).toMatch(/^mothlight_limit_refusals_total\{via="http"\} 1$/m)
    } finally {
      await strict.end()
    }
  })
})

describe('ops/prometheus/alerts.yaml', () => {
  const alerts = readFileSync(resolve(import.meta.dirname, '../../ops/prometheus/alerts.yaml'), 'utf8')
  const expressions = [...alerts.matchAll(/ expr: (>-\n)?([^]+?)\n {8}for:/g)].map(
    ([, , expression = '']) => expression,
  )
  /** Metrics that only Prometheus itself knows, or that exist only with a Redis. */
  const elsewhere = new Set(['up', 'mothlight_redis_up'])

  it('names metrics that exist alone', async () => {
    expect(expressions).toHaveLength((alerts.match(/- alert: /g) ?? []).length)
    const text = await metrics()
    for (const expression of expressions) {
      const bare = expression.replaceAll(/"[^"]*"/g, '""').replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
      const names = [...bare.matchAll(/\b[a-z]\w*\b(?!\s*\()/g)].map(([name]) => name)
      expect(names).not.toEqual([])
      for (const name of names.filter((one) => !elsewhere.has(one))) {
        const family = name.replace(/_(bucket|count|sum)$/, '')
        expect(text, name).toMatch(new RegExp(`^# TYPE (${name}|${family}) `, 'm'))
      }
    }
  })
})
