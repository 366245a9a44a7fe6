import { version } from '#server/config/version.ts'
import type { NewEvent } from '#server/events/event.ts'
import type { JobOutcome } from '#server/jobs/job-worker.ts'
import type { Sockets } from '#server/realtime/socket-server.ts'
import type { ErrorCode } from '#shared/http/errors.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { measureHttp } from './http-metrics.ts'
import { measurePool } from './pool-metrics.ts'
import { type Sources, watchProduct } from './product-metrics.ts'
import { serveMetrics } from './serve-metrics.ts'
import { countSocketEvents, watchSockets } from './socket-metrics.ts'

/** The metrics of one process. */
export interface Metrics {
  /** Times the requests of a server. Call it before its routes are bound. */
  measureHttp(http: FastifyInstance): void
  /** Called for every socket event that was answered. */
  readonly onServed: (name: string | undefined, outcome: 'ok' | ErrorCode) => void
  /** Called with the events that this process has committed. */
  readonly onCommitted: (events: readonly NewEvent[]) => void
  /** Called for every try of a job. */
  readonly onJobTried: (name: string, outcome: JobOutcome) => void
  /** Called for every mail that was sent, or was not taken. */
  readonly onMailTried: (kind: string, outcome: 'sent' | 'failed') => void
  /** Called for every mail that came in, once it was handled. */
  readonly onMailHandled: (outcome: 'done' | 'held' | 'dropped') => void
  /** Serves GET /metrics. @param token METRICS_TOKEN */
  serve(http: FastifyInstance, token: string, io: Sockets, sources: Sources): void
}

/** Starts to count. @param pool its connections are timed from now on */
export function openMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'mothlight_build_info',
    help: 'Always 1; says which version this is, and on which Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
  measurePool(pool, registry)
  const committed = new Counter({
    name: 'mothlight_events_total',
    help: 'What this process has written, by kind: reports, comments, chat lines, logins.',
    labelNames: ['type'],
    registers: [registry],
  })
  const tried = new Counter({
    name: 'mothlight_job_tries_total',
    help: 'Tries of background jobs in this process, by what became of them: done, failed, stopped with the process.',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  })
  const mailed = new Counter({
    name: 'mothlight_mail_tries_total',
    help: 'Mails that this process handed to the mail server, by what became of them: sent, failed.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const received = new Counter({
    name: 'mothlight_received_mails_total',
    help: 'Mails that came in and that this process handled: done, held for an administrator, dropped as written by a machine.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    onMailHandled: (outcome) => received.inc({ outcome }),
    measureHttp: (http) => measureHttp(http, registry),
    onServed: countSocketEvents(registry),
    onJobTried: (job, outcome) => tried.inc({ job, outcome }),
    onMailTried: (kind, outcome) => mailed.inc({ kind, outcome }),
    onCommitted: (events) => events.forEach(({ type }) => committed.inc({ type })),
    serve: (http, token, io, sources) => {
      watchSockets(io, registry)
      const look = watchProduct(sources, registry)
      serveMetrics(http, token, {
        contentType: registry.contentType,
        text: async () => {
          await look()
          return registry.metrics()
        },
      })
    },
  }
}
