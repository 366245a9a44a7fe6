import type { Db, Prepared } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import { push } from '#server/realtime/push.ts'
import type { SocketFeature } from '#server/realtime/open-sockets.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import { bugEventTypes } from '#server/features/bugs/public.ts'
import { followersOfTree, mergedTree } from './merged-tree.ts'

const timelineTypes: ReadonlySet<string> = new Set(bugEventTypes)

/** Selects those of the people who follow one of the bugs and did not make all of the changes themselves. */
const concerned: Prepared = {
  name: 'notifications-concerned',
  text: `select distinct p.user_id from unnest($1::text[], $2::text[]) as done (bug_id, actor_id)
    cross join lateral (${mergedTree('done.bug_id')} ${followersOfTree} and f.user_id = any($3::text[])) as p
    where p.user_id is distinct from done.actor_id`,
}

/** Tells people's open pages that a bug they follow has notifications. */
export class NotificationPushes implements SocketFeature {
  readonly #io: Sockets
  readonly #db: Db

  constructor(io: Sockets, db: Db) {
    this.#io = io
    this.#db = db
  }

  /** Binds nothing, because clients send nothing about notifications. */
  bind(): void {}

  /** Reads the event list, with one query per batch, and none while nobody is connected. */
  async follow(events: readonly CommittedEvent[]): Promise<void> {
    const sockets = this.#socketsByPerson()
    if (sockets.size === 0) return
    const told = new Set(events.filter(({ type }) => type === 'news-changed').map(({ subjectId }) => subjectId))
    const done = events.filter(({ type }) => timelineTypes.has(type))
    if (done.length > 0) {
      const pairs = [...new Map(done.map((event) => [`${event.subjectId} ${event.actorId}`, event])).values()]
      const rows = await this.#db.prepared<{ user_id: string }>(concerned, [
        pairs.map(({ subjectId }) => subjectId),
        pairs.map(({ actorId }) => actorId),
        [...sockets.keys()],
      ])
      for (const { user_id } of rows) told.add(user_id)
    }
    for (const userId of told) for (const socket of sockets.get(userId) ?? []) push(socket, 'news-changed', {})
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
