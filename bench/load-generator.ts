import { answerParent } from '#bench/processes/answer-parent.ts'
import type { Load } from '#bench/scenarios/scenario.ts'
import { cookieOf } from '#bench/data-set/people.ts'
import autocannon from 'autocannon'
import { pick, seededRandom } from './random.ts'

/** One run of load on one server. */
export interface LoadJob {
  readonly port: number
  readonly load: Load
  readonly connections: number
  readonly seconds: number
  /** The first person to use where every request is another person's. */
  readonly firstPerson: number
  /** People who are signed in. */
  readonly people: number
}

export interface LoadResult {
  /** Milliseconds of each answer with status 200 that came within `seconds`. */
  readonly latencies: Float64Array
  readonly seconds: number
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Connections that failed and requests without an answer. */
  readonly errors: number
  readonly bytes: number
  /** The person after the last one used. */
  readonly nextPerson: number
}

answerParent((question) => putLoad(question as LoadJob))

async function putLoad(job: LoadJob): Promise<LoadResult> {
  const { load, connections, seconds } = job
  const random = seededRandom(`${job.port} ${job.firstPerson}`)
  let person = job.firstPerson
  let sent = 0
  let connection = 0
  const headersOf = (index: number) => ({
    cookie: cookieOf(index % job.people),
    ...(load.method === 'POST' && { 'content-type': 'application/json' }),
    ...(load.acceptEncoding && { 'accept-encoding': load.acceptEncoding }),
  })
  const request: autocannon.Request = {
    method: load.method,
    path: load.paths[0] ?? '/',
    setupRequest: (previous) => ({
      ...previous,
      path: load.paths.length > 1 ? pick(random, load.paths) : (load.paths[0] ?? '/'),
      ...(load.personPer === 'request' && { headers: headersOf(person++) }),
      ...(load.bodies.length > 0 && { body: load.bodies[sent++ % load.bodies.length] as string }),
    }),
  }
  // A request that is always the same is built only once.
  if (load.paths.length === 1 && load.bodies.length === 0) delete request.setupRequest

  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  let bytes = 0
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${job.port}`,
    connections,
    duration: seconds,
    sampleInt: 100,
    requests: [request],
    setupClient: (client) => client.setHeaders(headersOf(connection++)),
  }
  const start = performance.now()
  const run = autocannon(options, (error: unknown, outcome) => {
    if (error) reject(error)
    else resolve(outcome)
  })
  run.on('response', (_client, status, size, milliseconds) => {
    statuses[status] = (statuses[status] ?? 0) + 1
    bytes += size
    // The generator checks ten times a second whether it should stop.
    if (status === 200 && performance.now() - start < seconds * 1000) latencies.push(milliseconds)
  })
  const result = await promise
  return {
    latencies: Float64Array.from(latencies),
    seconds,
    statuses,
    errors: result.errors,
    bytes,
    nextPerson: person,
  }
}
