import type pg from 'pg'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

type Run = (...args: unknown[]) => unknown
type Finished = (error: unknown, ...rest: unknown[]) => void

/** Measures the connections to the database, and the time of statements on them. */
export function measurePool(pool: pg.Pool, registry: Registry): void {
  const registers = [registry]
  const connections = new Gauge({
    name: 'mothlight_database_connections',
    help: 'Connections of this process to the database, by what they do.',
    labelNames: ['state'],
    registers,
    collect: () => {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'mothlight_database_connections_max',
    help: 'Connections that this process may open: DATABASE_CONNECTIONS.',
    registers,
  }).set(pool.options.max)
  const waiting = new Gauge({
    name: 'mothlight_database_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect: () => {
      waiting.set(pool.waitingCount)
    },
  })
  const durations = new Histogram({
    name: 'mothlight_database_query_duration_seconds',
    help: 'Time of statements on their connection, the round trip included.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
  })
  const failures = new Counter({
    name: 'mothlight_database_query_failures_total',
    help: 'Statements that the database refused, or that were cut off.',
    registers,
  })
  const timed = new WeakSet<pg.PoolClient>()
  // Not when a connection is opened, because some were opened before.
  pool.on('acquire', (client) => {
    if (timed.has(client)) return
    timed.add(client)
    timeQueries(client, (seconds, isFailed) => {
      durations.observe(seconds)
      if (isFailed) failures.inc()
    })
  })
}

/** Calls `told` for every statement of a connection that uses a callback or a promise; streams are not timed. */
function timeQueries(client: pg.ClientBase, told: (seconds: number, isFailed: boolean) => void): void {
  const query = client.query.bind(client) as Run
  const timed: Run = (...args) => {
    const begun = performance.now()
    const end = (isFailed: boolean) => told((performance.now() - begun) / 1000, isFailed)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const finished: Finished = (error, ...rest) => {
        end(Boolean(error))
        ;(callback as Finished)(error, ...rest)
      }
      return query(...args.slice(0, -1), finished)
    }
    const result = query(...args)
    if (result instanceof Promise)
      result.then(
        () => end(false),
        () => end(true),
      )
    return result
  }
  client.query = timed as typeof client.query
}
