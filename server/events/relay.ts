import type { Logger } from '#server/config/log.ts'
import type { Prepared } from '#server/db/database.ts'
import { eventChannel as channel, sayAlive } from '#server/db/living-nodes.ts'
import { MigrationError } from '#server/db/migrate.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { CommittedEvent } from './event.ts'

/**
 * Called with committed events in their order, each batch once per process. A reader that throws is logged, not
 * retried.
 */
export type EventReader = (events: readonly CommittedEvent[]) => void | Promise<void>

/**
 * Wakes the relays of the other processes, because events were committed. Call it after the commit, not in the
 * transaction.
 * @param from names a relay that need not be woken
 */
export async function announceEvents(pool: pg.Pool, from = ''): Promise<void> {
  await pool.query({ name: 'relay-announce', text: 'select pg_notify($1, $2)', values: [channel, from] })
}

export interface Relay {
  /** Adds a reader, which receives events from now on. */
  subscribe(reader: EventReader): void
  /** Tells the relay that this process committed something; returns at once. */
  wake(): void
  /** The position up to which every event has reached every reader. */
  readonly position: Position
  /** Resolves when everything committed before the call has reached every reader. */
  settled(): Promise<void>
  /** True while this process is told of changes, and while nobody changes the schema beside it. */
  readonly isListening: boolean
  /** Rejects when this process may not go on, because the schema was changed while it was cut off. */
  readonly outdated: Promise<never>
  stop(): Promise<void>
}

/** Events that one read of the list gives at most. */
export const eventsAtOnce = 500
/** Least time between two reads of the list, in milliseconds. Under load many commits share one read. */
const pause = 20
/** How often the list is read without a wake-up, in milliseconds. It covers a lost notification. */
const pollEvery = 1000

/**
 * Reads an event only when no transaction older than its own is still running, so that a reader that keeps the last
 * position never misses one that commits late. The order names the table: `tx` alone would mean the selected text, in
 * which 1000 sorts before 999.
 */
export const nextEvents: Prepared = {
  name: 'relay-next',
  text: `select id, tx::text as tx, type, subject_id, actor_id, at from events
    where (tx, id) > ($1::text::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
    order by events.tx, id limit ${eventsAtOnce}`,
}

interface Row {
  id: number
  tx: string
  type: CommittedEvent['type']
  subject_id: string
  actor_id: string | null
  at: Date
}

/**
 * Follows the event list from its present end and hands each committed event to the readers. The processes of one
 * database wake one another by NOTIFY, sent after the commit and at most once per batch: NOTIFY inside the transaction
 * would make all writers commit one after the other. The connection that listens also says that this node lives.
 * @param refuseSchema throws a MigrationError when this process can't serve the schema; asked each time that the schema
 *   may have changed, on a connection beside which it does not change
 * @throws MigrationError what `refuseSchema` throws at first; later `outdated` rejects with it
 */
export async function startRelay(
  pool: pg.Pool,
  log: Logger,
  refuseSchema: (client: pg.ClientBase) => Promise<void>,
): Promise<Relay> {
  const readers: EventReader[] = []
  const self = randomUUID()
  let position: Position = await endOfList(pool)
  let handedOn = position
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  let announce = false
  /** Releases the connection that is listened on, or will be; undefined while there is none. */
  let letGo: (() => void) | undefined
  let isListening = false
  const { promise: outdated, reject: giveUp } = Promise.withResolvers<never>()
  outdated.catch(() => undefined)

  async function drain(): Promise<void> {
    do {
      again = false
      const announced = announce
      announce = false
      if (announced) await announceEvents(pool, self)
      for (;;) {
        const { rows } = await pool.query<Row>({ ...nextEvents, values: [position.tx, position.id] })
        const last = rows.at(-1)
        if (!last) break
        position = { tx: last.tx, id: last.id }
        await handOn(
          rows.map((row) => ({
            id: row.id,
            type: row.type,
            subjectId: row.subject_id,
            actorId: row.actor_id,
            at: row.at,
          })),
        )
        handedOn = position
        if (rows.length < eventsAtOnce) break
      }
    } while (again && !stopped)
  }

  async function handOn(events: readonly CommittedEvent[]): Promise<void> {
    for (const reader of readers) {
      try {
        await reader(events)
      } catch (error) {
        log.error({ err: error }, 'an event reader failed')
      }
    }
  }

  function run(): void {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = drain()
      .then(() => (isTroubled = false))
      .then(() => setTimeout(pause))
      .catch((error: unknown) => tell(error, 'the event list could not be read; trying again'))
      .finally(() => {
        running = undefined
        if (again) run()
      })
  }

  /**
   * Logs a problem once, and again only after it was solved: otherwise a database that is away would be logged every
   * second.
   */
  let isTroubled = false
  function tell(error: unknown, what: string): void {
    if (!isTroubled) log.warn({ err: error }, what)
    isTroubled = true
  }

  let listening = false
  /** Gets a connection to listen on. A lost one goes back to the pool, which closes it. */
  async function listen(): Promise<void> {
    if (listening || letGo || stopped) return
    listening = true
    try {
      const client = await pool.connect()
      let isHeld = true
      const lost = () => {
        if (!isHeld) return
        isHeld = false
        letGo = undefined
        isListening = false
        client.release(true)
      }
      letGo = lost
      client.on('error', lost)
      client.on('end', lost)
      client.on('notification', ({ payload }) => payload !== self && run())
      try {
        if (stopped) return lost()
        await sayAlive(client)
        await refuseSchema(client)
        await client.query(`listen ${channel}`)
        isListening = isHeld
      } catch (error) {
        lost()
        if (!stopped) throw error
      }
    } finally {
      listening = false
    }
  }

  await listen()
  const timer = setInterval(() => {
    listen().catch((error: unknown) => {
      if (error instanceof MigrationError) giveUp(error)
      else tell(error, 'no notifications from the database')
    })
    run()
  }, pollEvery)
  timer.unref()

  return {
    subscribe: (reader) => void readers.push(reader),
    get position() {
      return handedOn
    },
    wake: () => {
      announce = true
      run()
    },
    settled: async () => {
      const { rows } = await pool.query<Position>(
        `select tx::text as tx, id from events order by events.tx desc, id desc limit 1`,
      )
      while (rows[0] && isBefore(handedOn, rows[0])) {
        run()
        await running
        // An older transaction, of any database of the server, still delays the list.
        await setTimeout(5)
      }
    },
    get isListening() {
      return isListening
    },
    outdated,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
      letGo?.()
    },
  }
}

/** A position in the list of events, which is ordered by transaction, then by id. */
export interface Position {
  readonly tx: string
  readonly id: number
}

function isBefore(one: Position, other: Position): boolean {
  const [oneTx, otherTx] = [BigInt(one.tx), BigInt(other.tx)]
  return oneTx < otherTx || (oneTx === otherTx && one.id < other.id)
}

async function endOfList(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<Position>(
    `select tx::text as tx, id from events where tx < pg_snapshot_xmin(pg_current_snapshot()) order by events.tx desc, id desc limit 1`,
  )
  return rows[0] ?? { tx: '0', id: 0 }
}
