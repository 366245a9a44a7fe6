import type { Logger } from '#server/config/log.ts'
import { outsideRequests } from '#server/config/request-context.ts'
import type { Database } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import { eventsAtOnce } from '#server/events/relay.ts'
import { bugEventTypes } from '#server/features/bugs/public.ts'
import { type Availability, isRefused } from '#server/http/availability.ts'
import { asRefusal } from '#server/http/errors.ts'
import type { FastifyError } from 'fastify'
import { decideNext, EventsUndecided, passOver } from './decide-notifications.ts'
import type { LevelSettings } from './who-is-told.ts'

/**
 * Classes of PostgreSQL's errors that say nothing of the events: no connection, another transaction in the way, no memory or
 * disk, an object in use, stopped by an operator, a fault of the system.
 */
const passingClasses = /^(08|40|53|55|57|58)/

/** Returns whether the same events may well be decided later. */
const isPassing = (error: unknown) =>
  asRefusal(error as FastifyError).code === 'unavailable' || passingClasses.test((error as FastifyError).code ?? '')

/** Milliseconds between two looks for events that were left undecided, by a process that was killed or a database away. */
const lookEvery = 2_000

const timelineTypes: ReadonlySet<string> = new Set(bugEventTypes)
const open = {
  name: 'notification-left',
  text: `select from events e, notification_position p
    where (e.tx, e.id) > (p.tx, p.event_id) and e.tx < pg_snapshot_xmin(pg_current_snapshot()) limit 1`,
}

export interface Notifier {
  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): void
  /** Has this called each time that events have been decided, here or elsewhere. */
  onDecided(listener: () => Promise<void>): void
  /** Resolves when everything that was published here is decided, and listeners were told. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Has it decided who is told of each event of the list. Every process does it after each batch that it hears of; one at a
 * time decides, and when another has, there is nothing left.
 */
export function openNotifier(
  database: Database,
  log: Logger,
  availability: Availability,
  settings: LevelSettings,
): Notifier {
  const listeners: (() => Promise<void>)[] = []
  let running: Promise<void> | undefined
  let again = false
  let isStopped = false
  let isTroubled = false
  let atMost = eventsAtOnce

  /** @returns whether there may be more */
  async function decideSome(): Promise<boolean> {
    try {
      const isMore = await database.inTx((tx) => decideNext(tx, settings.usualLevels, atMost))
      atMost = Math.min(atMost * 2, eventsAtOnce)
      return isMore
    } catch (error) {
      if (!(error instanceof EventsUndecided)) throw error
      await halve(error)
      return true
    }
  }

  /**
   * Has fewer events tried, down to one; one that fails alone is passed over, so that it does not keep everybody's news back.
   * @throws unknown the cause when it is none of the events
   */
  async function halve({ eventIds, cause }: EventsUndecided): Promise<void> {
    if (isPassing(cause)) throw cause
    const [eventId] = eventIds
    atMost = Math.max(1, Math.floor(eventIds.length / 2))
    if (eventId === undefined || eventIds.length > 1) return
    if (await database.inTx((tx) => passOver(tx, eventId)))
      log.error({ err: cause, eventId }, 'nobody is told of an event, because that can’t be decided')
  }

  async function tellListeners(): Promise<void> {
    for (const listener of listeners) {
      try {
        await listener()
      } catch (error) {
        if (!isRefused(availability.refuseWhileAway)) log.warn({ err: error }, 'open pages were not told of news')
      }
    }
  }

  async function work(): Promise<void> {
    do {
      again = false
      try {
        availability.refuseWrites()
        while (!isStopped && (await decideSome()));
        isTroubled = false
      } catch (error) {
        if (!isTroubled && !isRefused(availability.refuseWrites))
          log.warn({ err: error }, 'notifications can’t be decided; trying again')
        isTroubled = true
      }
      await tellListeners()
    } while (again && !isStopped)
    running = undefined
  }

  function wake(): void {
    if (isStopped) return
    again = true
    running ??= outsideRequests(work)
  }

  async function look(): Promise<void> {
    if (running || isStopped || isRefused(availability.refuseWrites)) return
    const rows = await database.db.prepared(open, []).catch(() => [])
    if (rows.length > 0) wake()
  }
  const timer = setInterval(() => void outsideRequests(look), lookEvery)
  timer.unref()
  wake()

  return {
    follow: (events) => {
      if (events.some(({ type }) => timelineTypes.has(type))) wake()
    },
    onDecided: (listener) => void listeners.push(listener),
    settled: async () => {
      while (running) await running
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
