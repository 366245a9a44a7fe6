import { budgets } from '#bench/budgets.ts'
import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { authorCount, authorIds, cookieOf } from '#bench/data-set/people.ts'
import type { DataSetRequest } from '#bench/data-set/prepare.ts'
import { databaseTime, spent } from '#bench/processes/database-time.ts'
import { startChild } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import { changeBugs, undoBulk, viewBulk } from '#shared/bulk/contract.ts'
import type { Endpoint, ReplyOf } from '#shared/http/endpoint.ts'
import { setTimeout } from 'node:timers/promises'

/** Seconds of one run. */
export interface BulkRun {
  readonly what: string
  /** Until the answer, and until all is done. */
  readonly answered: number
  readonly done: number
  /** Of processors, by the server and the database: about what it takes on an idle machine. */
  readonly processor: number
  readonly changed: number
}

export interface BulkBenchResult {
  readonly bugs: number
  readonly texts: string
  readonly runs: readonly BulkRun[]
}

const rounds = 3

/**
 * Measures how long one person waits until many bugs are changed, each time others, and until that is taken back. Nobody
 * else does anything meanwhile.
 * @param say one line of progress
 * @param closing ends the server and drops the copy of the data
 */
export async function runBulkBench(
  server: DatabaseServer,
  request: DataSetRequest,
  say: (line: string) => void,
  closing: Closing,
): Promise<BulkBenchResult> {
  const { name, url, facts } = await openCopy(server, request, say, closing)
  const ids = await server.connected(name, async (client) => {
    await client.query(`update user_roles set role = 'staff' where user_id = (select id from users where email = $1)`, [
      `person${authorCount}@bench.example`,
    ])
    const { rows } = await client.query<{ id: string }>('select id from bugs order by md5(id) limit $1', [
      rounds * budgets.bulk.bugs,
    ])
    return rows.map(({ id }) => id)
  })
  const product = startChild(new URL('../servers/product-server.ts', import.meta.url), {
    ...{ DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off', LOG_LEVEL: 'warn' },
    SIMILAR: 'off',
  })
  closing.later(() => product.stop())
  const origin = `http://127.0.0.1:${await product.ask<number>('port' satisfies ServerQuestion, 60)}`
  const runs = await server.connected(name, async (client) => {
    const processor = async () => ({
      own: await product.ask<number>('cpu' satisfies ServerQuestion, 60),
      database: await databaseTime(client),
    })
    const measured: BulkRun[] = []
    const run = async (what: string, begin: () => Promise<Reply>) => {
      const before = await processor()
      const { id, ...times } = await timed(origin, begin)
      const after = await processor()
      const microseconds = after.own - before.own + (spent(before.database, after.database) ?? NaN)
      measured.push({ what, ...times, processor: microseconds / 1e6 })
      return id
    }
    for (let round = 0; round < rounds; round++) {
      say(`bulk: round ${round + 1} of ${rounds}`)
      const some = ids.slice(round * budgets.bulk.bugs, (round + 1) * budgets.bulk.bugs)
      const fields = { status: 'In Progress', priority: 'high', assignee: authorIds[round] } as const
      const bulkId = await run('three fields', () => send(origin, changeBugs, {}, { ids: some, fields }))
      await run('taken back', () => send(origin, undoBulk, { bulkId }))
    }
    return measured
  })
  return { bugs: facts.bugs, texts: facts.source, runs }
}

type Reply = ReplyOf<typeof changeBugs>

async function timed(origin: string, begin: () => Promise<Reply>) {
  const since = performance.now()
  const seconds = () => (performance.now() - since) / 1000
  const { _id: id } = (await begin()).result
  const answered = seconds()
  for (;;) {
    const { result } = await send(origin, viewBulk, { bulkId: id })
    if (result.isFinished) return { id, answered, done: seconds(), changed: result.changed }
    await setTimeout(20)
  }
}

/** @throws Error for another answer than 200 */
async function send<E extends Endpoint>(
  origin: string,
  { method, path }: E,
  params: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<ReplyOf<E>> {
  const url = origin + path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '')
  const response = await fetch(url, {
    method,
    headers: { cookie: cookieOf(0), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (response.status !== 200) throw new Error(`The product answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer as ReplyOf<E>
}
