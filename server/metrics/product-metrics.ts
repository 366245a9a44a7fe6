import type { JobCounts } from '#server/jobs/stored-jobs.ts'
import type { Relay } from '#server/events/relay.ts'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { readDatabaseFacts } from './database-facts.ts'
import { inTime, cachedFor } from './cached-queries.ts'

/** Totals of the whole product, the same on every process of one database. */
export interface Totals {
  readonly bugsOpen: number
  readonly bugsClosed: number
  readonly users: number
  readonly sessions: number
  readonly chatMessages: number
  readonly attachments: number
  /** Bytes of all attachments; content that several attachments share counts for each. */
  readonly attachmentBytes: number
}

/** Mails of the whole product. */
interface MailCounts {
  readonly waiting: number
  readonly failed: number
  /** Seconds for which the longest waiting has been tried. */
  readonly waitsFor: number
  readonly heldOn: Date | null
}

/** The sources of the product's state for the metrics. */
export interface Sources {
  readonly pool: pg.Pool
  readonly relay: Pick<Relay, 'position'>
  /** The migrations of this version. */
  readonly migrations: readonly string[]
  readonly totals: () => Promise<Totals>
  /** Whether writes are accepted: the database answers, and its disk has room. */
  readonly takesWrites: () => boolean
  /** Files of uploads in progress. */
  readonly incomingFiles: () => Promise<number>
  /** The index of similar bugs; undefined where this process has none. */
  readonly similar: () => { readonly isReady: boolean; readonly bugs: number } | undefined
  /** Whether Redis is connected; undefined where none is set. */
  readonly redis: () => boolean | undefined
  /** Jobs of the whole product, the same on every process of one database. */
  readonly jobs: () => Promise<JobCounts>
  /** Mails of the whole product, the same on every process of one database. */
  readonly mails: () => Promise<MailCounts>
  /** Mails that came in, the same on every process of one database. */
  readonly receivedMails: () => Promise<{ readonly waiting: number; readonly held: number }>
  /** Whether this process reads the mailbox; undefined where none is set, or another process does. */
  readonly mailbox: () => boolean | undefined
  /** For how many seconds the oldest event waits of which nobody was told yet, and how many do, the same on every process of one database. */
  readonly notificationLag: () => Promise<{ readonly seconds: number; readonly events: number }>
}

/** Milliseconds after which a slow database counts as down for the metrics, so that monitoring never waits for it. */
const timeout = 2_000
/** Milliseconds for which totals are cached. */
const totalsLast = 60_000

/**
 * Registers the metrics of the product's state. What can't be read is left out instead of shown with an old value.
 * @returns what reads everything
 */
export function watchProduct(sources: Sources, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) => {
    const made = new Gauge({ name: `mothlight_${name}`, help, registers: [registry] })
    return (value: number | undefined) => (value === undefined ? made.remove() : made.set(value))
  }
  const up = gauge('database_up', 'Whether the database answered within 2 s.')
  const writable = gauge('writes_possible', 'Whether writes are taken: 0 without a database, or with a full disk.')
  const lag = gauge('event_relay_lag_seconds', 'Age of the oldest event that this process has not published yet.')
  const pending = gauge('event_relay_pending', 'Events that this process has not published yet, 10,000 at most.')
  const applied = gauge('migrations_applied', 'Migrations that the database holds.')
  const missing = gauge('migrations_pending', 'Migrations of this version that the database lacks.')
  const isReady = gauge('similar_index_ready', 'Whether the index of similar bugs answers.')
  const indexed = gauge('similar_index_bugs', 'Bugs in the index of similar bugs.')
  const redis = gauge('redis_up', 'Whether Redis is connected.')
  const incoming = gauge('attachments_incoming', 'Files of uploads on their way.')
  const attachments = gauge('attachments', 'Attachments.')
  const bytes = gauge('attachments_bytes', 'Bytes of all attachments.')
  const bugsOpen = gauge('bugs_open', 'Open bugs.')
  const bugsClosed = gauge('bugs_closed', 'Closed bugs.')
  const users = gauge('users', 'Accounts.')
  const sessions = gauge('sessions', 'Sessions that have not ended.')
  const jobs = new Gauge({
    name: 'mothlight_jobs',
    help: 'Background jobs: waiting, running, failed for good.',
    labelNames: ['state'],
    registers: [registry],
  })
  const workers = gauge('job_workers', 'Processes that do jobs.')
  const mails = new Gauge({
    name: 'mothlight_mails',
    help: 'Mails that are waiting, or failed for good.',
    labelNames: ['state'],
    registers: [registry],
  })
  const received = new Gauge({
    name: 'mothlight_received_mails',
    help: 'Mails that came in and are waiting, or held for an administrator.',
    labelNames: ['state'],
    registers: [registry],
  })
  const mailbox = gauge('mailbox_up', 'Whether the mailbox of received mails is read, on the process that reads it.')
  const mailDelay = gauge('mail_delay_seconds', 'For how long the oldest mail that is not taken has been tried.')
  const notificationLag = gauge(
    'notification_lag_seconds',
    'For how long the oldest event has waited of which it is not decided who is told.',
  )
  const notificationsPending = gauge(
    'notification_pending',
    'Events of which it is not decided who is told, 10,000 at most.',
  )
  const isHeld = gauge('mails_held', 'Whether everything outgoing is held, as after a restore.')
  const chatMessages = gauge('chat_messages', 'Chat messages kept.')
  const totals = cachedFor(sources.totals, totalsLast)

  return async () => {
    const facts = await inTime(readDatabaseFacts(sources.pool, sources.relay.position), timeout)
    const whole = facts && (await inTime(totals(), timeout))
    up(facts ? 1 : 0)
    writable(Number(sources.takesWrites()))
    lag(facts?.relayLagSeconds)
    pending(facts?.relayPending)
    applied(facts?.migrations.length)
    missing(facts && sources.migrations.filter((name) => !facts.migrations.includes(name)).length)
    attachments(whole?.attachments)
    bytes(whole?.attachmentBytes)
    bugsOpen(whole?.bugsOpen)
    bugsClosed(whole?.bugsClosed)
    users(whole?.users)
    sessions(whole?.sessions)
    chatMessages(whole?.chatMessages)
    const counted = facts && (await inTime(sources.jobs(), timeout))
    jobs.reset()
    for (const state of ['waiting', 'running', 'failed'] as const) if (counted) jobs.set({ state }, counted[state])
    workers(counted?.workers)
    const mailed = facts && (await inTime(sources.mails(), timeout))
    mails.reset()
    for (const state of ['waiting', 'failed'] as const) if (mailed) mails.set({ state }, mailed[state])
    mailDelay(mailed?.waitsFor)
    const came = facts && (await inTime(sources.receivedMails(), timeout))
    received.reset()
    for (const state of ['waiting', 'held'] as const) if (came) received.set({ state }, came[state])
    const isReading = sources.mailbox()
    mailbox(isReading === undefined ? undefined : Number(isReading))
    isHeld(mailed && Number(mailed.heldOn !== null))
    const undecided = facts && (await inTime(sources.notificationLag(), timeout))
    notificationLag(undecided?.seconds)
    notificationsPending(undecided?.events)
    incoming(await inTime(sources.incomingFiles(), timeout))
    const similar = sources.similar()
    isReady(similar && Number(similar.isReady))
    indexed(similar?.bugs)
    const isConnected = sources.redis()
    redis(isConnected === undefined ? undefined : Number(isConnected))
  }
}
