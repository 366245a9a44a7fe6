import type { Db, Prepared } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import { push } from '#server/realtime/push.ts'
import type { SocketFeature } from '#server/realtime/open-sockets.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import type { Notifier } from './notifier.ts'

/** Whom what was decided since concerns, of some people, and up to where that is. */
const newlyTold: Prepared = {
  name: 'notifications-newly-told',
  text: `select (select coalesce(max(number), 0) from notifications) as last,
    array(select distinct n.user_id::text from notifications n
      where n.number > $1 and n.seen_on is null and n.user_id = any($2::text[])) as people`,
}

/** Tells people's open pages that they have notifications, or have seen some elsewhere. */
export class NotificationPushes implements SocketFeature {
  readonly #io: Sockets
  readonly #db: Db
  readonly #notifier: Notifier
  /** The last notification that was looked at; undefined before the first look. */
  #last: number | undefined

  constructor(io: Sockets, db: Db, notifier: Notifier) {
    this.#io = io
    this.#db = db
    this.#notifier = notifier
    notifier.onDecided(() => this.#tell())
  }

  /** Binds nothing, because clients send nothing about notifications. */
  bind(): void {}

  /** Reads the event list. What it says of bugs is told once it is decided. */
  async follow(events: readonly CommittedEvent[]): Promise<void> {
    this.#notifier.follow(events)
    const changed = new Set(events.filter(({ type }) => type === 'news-changed').map(({ subjectId }) => subjectId))
    if (changed.size > 0) this.#push(changed, this.#socketsByPerson())
  }

  async #tell(): Promise<void> {
    const sockets = this.#socketsByPerson()
    const [row] = await this.#db.prepared<{ last: number; people: string[] }>(newlyTold, [
      this.#last ?? Number.MAX_SAFE_INTEGER,
      [...sockets.keys()],
    ])
    this.#last = row?.last
    this.#push(row?.people ?? [], sockets)
  }

  #push(people: Iterable<string>, sockets: ReadonlyMap<string, readonly ClientSocket[]>): void {
    for (const userId of people) for (const socket of sockets.get(userId) ?? []) push(socket, 'news-changed', {})
  }

  /** Returns the sockets of everybody here who may see bugs now. */
  #socketsByPerson(): Map<string, ClientSocket[]> {
    const people = new Map<string, ClientSocket[]>()
    for (const socket of this.#io.sockets.sockets.values()) {
      const { actor } = socket.data
      if (!actor?.permissions.has('canViewData')) continue
      const own = people.get(actor.userId)
      if (own) own.push(socket)
      else people.set(actor.userId, [socket])
    }
    return people
  }
}
