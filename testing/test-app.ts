import { type App, openApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import type { Database } from '#server/db/database.ts'
import { insertSession } from '#server/features/auth/public.ts'
import type { MailKind } from '#server/features/mail/public.ts'
import { insertUser } from '#server/features/users/public.ts'
import type { CallOf, Endpoint, ReplyOf } from '#shared/http/endpoint.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestCluster } from './test-cluster.ts'
import { openTestDatabase } from './test-database.ts'

export interface Answer<E extends Endpoint = Endpoint> {
  readonly status: number
  /** The body; typed as the reply, which it is when `status` is 200. */
  readonly body: ReplyOf<E>
  /** The body of a refusal. */
  readonly refusal: { error: { code: string; message: string; field?: string; requestId?: string } } & Record<
    string,
    unknown
  >
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

/** A caller of the product: a stranger, or a person with a session. */
export interface Caller {
  readonly userId: string | undefined
  readonly cookie: string | undefined
  /** Makes a call by its contract. */
  call<E extends Endpoint>(endpoint: E, input: CallOf<E> & { headers?: Record<string, string> }): Promise<Answer<E>>
  /** Makes any request. */
  send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface TestApp extends App {
  readonly config: Config
  readonly database: Database
  readonly url: string
  readonly stranger: Caller
  /** Creates a person with these roles and a session. */
  person(
    roles: readonly string[],
    names?: { fullName?: string; email?: string },
  ): Promise<Caller & { userId: string; email: string }>
  /** Does a job now, once. */
  runJob(name: string): Promise<void>
  /** Returns the events about a record, oldest first. */
  eventsOf(subjectId: string): Promise<{ type: string; actor_id: string | null; payload: Record<string, unknown> }[]>
  end(): Promise<void>
}

/**
 * Opens the product on a database of its own, without a port: calls go straight into the server.
 * @param settings environment variables, on top of a quiet configuration with the demo off
 * @param cluster the database server; in vitest, the one of the run
 * @param webDirectory the built web client, for a browser
 * @param mailKinds kinds of mail that only the test has
 */
export async function openTestApp(
  settings: Record<string, string> = {},
  cluster?: TestCluster,
  webDirectory?: string,
  mailKinds?: readonly MailKind[],
): Promise<TestApp> {
  const { database, url, drop } = await openTestDatabase(cluster)
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-app-'))
  const config = readConfig({ DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings })
  const app = await openApp(config, openLog(config.logLevel), database, webDirectory, mailKinds)
  return {
    ...app,
    config,
    database,
    url,
    stranger: callerOf(app, undefined, undefined),
    person: async (roles, names = {}) => {
      const email = names.email ?? `${randomBytes(6).toString('hex')}@example.test`
      const { userId, token } = await app.inTx(async (tx) => {
        const fullName = names.fullName ?? `Person ${email.slice(0, 4)}`
        const id = await insertUser(
          tx,
          { email, passwordHash: 'none', fullName, givenName: 'Per', familyName: 'Son', roles },
          'command',
        )
        return { userId: id, token: await insertSession(tx, id, 'test') }
      })
      return { ...callerOf(app, userId, `mothlight_session=${token}`), userId, email }
    },
    runJob: async (name) => {
      const job = app.jobs.find((one) => one.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      await job.run(new AbortController().signal)
    },
    eventsOf: async (subjectId) => {
      const { rows } = await database.pool.query(
        'select type, actor_id, payload from events where subject_id = $1 order by id',
        [subjectId],
      )
      return rows as { type: string; actor_id: string | null; payload: Record<string, unknown> }[]
    },
    end: async () => {
      await app.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function callerOf(app: App, userId: string | undefined, cookie: string | undefined): Caller {
  const send = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await app.http.inject({
      method: method as 'GET',
      url,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const parsed: unknown = /\/json\b/.test(`${response.headers['content-type']}`) ? response.json() : response.body
    return {
      status: response.statusCode,
      body: parsed as never,
      refusal: parsed as Answer['refusal'],
      headers: response.headers,
    }
  }
  return {
    userId,
    cookie,
    send,
    call: async <E extends Endpoint>(endpoint: E, input: CallOf<E> & { headers?: Record<string, string> }) => {
      const { params, query, body, headers } = input as {
        params?: Record<string, string>
        query?: Record<string, string>
        body?: unknown
        headers?: Record<string, string>
      }
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
      const search = query
        ? `?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined))}`
        : ''
      return (await send(endpoint.method, path + search, body, headers)) as Answer<E>
    },
  }
}
