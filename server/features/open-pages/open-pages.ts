import { outsideRequests } from '#server/config/request-context.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { type Availability, isRefused } from '#server/http/availability.ts'
import type { Job } from '#server/jobs/job.ts'
import type { SocketFeature } from '#server/realtime/open-sockets.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'

/** Milliseconds between two notes of who has a page open here, and from a new page to the next one. */
const noteEvery = 30_000
const noteSoon = 1_000
/** Seconds after which somebody of whom no process took note has none open. */
const openFor = 70

const note: Prepared = {
  name: 'open-pages-note',
  text: `insert into open_pages as p (who, seen_on, time_zone)
      select who, now(), time_zone from unnest($1::text[], $2::text[]) as here (who, time_zone) order by who
    on conflict (who) do update set seen_on = now(), time_zone = coalesce(excluded.time_zone, p.time_zone)`,
}

const open: Prepared = {
  name: 'open-pages',
  text: `select who, seen_on > now() - ${openFor} * interval '1 second' as "isOpen", time_zone as "timeZone"
    from open_pages where who = any($1::text[])`,
}

// Of an account the time zone is kept.
const forgetVisitors: Prepared = {
  name: 'open-pages-forget',
  text: `delete from open_pages p where seen_on < now() - interval '1 day'
    and not exists (select from users u where u.id = p.who)`,
}

/**
 * Notes in the database who has a page open, because a process that sends mails may have no connections of its own, and one node does
 * not know those of another.
 */
export class OpenPages implements SocketFeature {
  readonly #inTx: InTx
  readonly #availability: Availability
  readonly #timer: NodeJS.Timeout
  #soon: NodeJS.Timeout | undefined
  /** Those since the last note. */
  readonly #arrived = new Set<ClientSocket>()

  constructor(io: Sockets, inTx: InTx, availability: Availability) {
    this.#inTx = inTx
    this.#availability = availability
    this.#timer = setInterval(() => void outsideRequests(() => this.#note(io.sockets.sockets.values())), noteEvery)
    this.#timer.unref()
  }

  /** Binds nothing, because clients send nothing about it. */
  bind(): void {}

  /** Takes note of a new page soon, together with others: many come at once when a server is back. */
  welcome(socket: ClientSocket): void {
    this.#arrived.add(socket)
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      const arrived = [...this.#arrived].filter(({ connected }) => connected)
      this.#arrived.clear()
      void outsideRequests(() => this.#note(arrived))
    }, noteSoon).unref()
  }

  /** Reads nothing of the event list. */
  follow(): void {}

  stop(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
  }

  /** What can't be noted is noted the next time. */
  async #note(sockets: Iterable<ClientSocket>): Promise<void> {
    if (isRefused(this.#availability.refuseWrites)) return
    const here = new Map<string, string | null>()
    for (const socket of sockets) {
      const who = socket.data.actor?.userId ?? socket.data.conversationId
      if (who !== undefined) here.set(who, timeZoneOf(socket) ?? here.get(who) ?? null)
    }
    if (here.size === 0) return
    await this.#inTx((tx) => tx.prepared(note, [[...here.keys()], [...here.values()]])).catch(() => undefined)
  }
}

/** What the page says of its clock; nothing that is no time zone. */
function timeZoneOf({ handshake }: ClientSocket): string | undefined {
  const { timeZone } = handshake.auth as { timeZone?: unknown }
  return typeof timeZone === 'string' && timeZone.length <= 64 && isTimeZone(timeZone) ? timeZone : undefined
}

/** Of all texts that were asked for: to find out takes far longer than to remember. */
const timeZones = new Map<string, boolean>()
const mostRemembered = 1_000

/** Returns whether this process knows a time zone; another one may know more. */
function isTimeZone(text: string): boolean {
  const known = timeZones.get(text)
  if (known !== undefined) return known
  let is = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: text }).format()
  } catch {
    is = false
  }
  if (timeZones.size < mostRemembered) timeZones.set(text, is)
  return is
}

export interface OpenPage {
  readonly isOpen: boolean
  /** That of the last page that they had open. */
  readonly timeZone: string | null
}

/**
 * Returns who of these has a page open, or had, by the id.
 * @param who ids of accounts, and of the conversations of visitors without one
 */
export async function openPagesOf(db: Db, who: readonly string[]): Promise<ReadonlyMap<string, OpenPage>> {
  const rows = who.length === 0 ? [] : await db.prepared<OpenPage & { who: string }>(open, [who])
  return new Map(
    rows.map(({ who: id, isOpen, timeZone }) => [
      id,
      { isOpen, timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null },
    ]),
  )
}

/** Forgets visitors who left. */
export const openPagesJobs = (inTx: InTx): readonly Job[] => [
  {
    name: 'forget-open-pages',
    title: 'Forget which visitors had a page open a day ago',
    schedule: '17 4 * * *',
    catchesUp: true,
    run: async () => void (await inTx((tx) => tx.prepared(forgetVisitors, []))),
  },
]
