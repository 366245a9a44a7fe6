import type { Db } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import type { Actor } from '#server/access/actor.ts'
import { bugEventTypes, requireBug } from '#server/features/bugs/public.ts'
import { push } from '#server/realtime/push.ts'
import type { EventRoutes } from '#server/realtime/serve-events.ts'
import { nodeFact } from '#server/realtime/nodes/declare.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import { bugViewers, lookAt, maxChangedBugs, type Viewer } from '#shared/live/socket-events.ts'
import type { Payload } from '#shared/realtime/socket-event.ts'

/**
 * Milliseconds in which changes are combined into one push to a list, or arrivals and departures into one to a bug's
 * viewers.
 */
const listPause = 200
const viewersPause = 100
/** Most people that one push names. */
const mostViewers = 20

/** Who views a bug at a node, by the bug's id. */
const viewing = nodeFact('bug-viewers', bugViewers.shape.viewers)

const rooms = { list: 'bug-list', bug: (id: string) => `bug:${id}` } as const

/**
 * Tells open pages what has changed: a bug's own page at once, lists a few times a second. Only sockets of people who
 * may see bugs join these rooms. Losing that right closes the socket.
 */
export class LivePages {
  readonly #io: Sockets
  readonly #db: Db
  readonly #changed = new Set<string>()
  readonly #stirred = new Set<string>()
  #listTimer: NodeJS.Timeout | undefined
  #viewersTimer: NodeJS.Timeout | undefined
  readonly #nodes: Nodes

  constructor(io: Sockets, db: Db, nodes: Nodes) {
    this.#io = io
    this.#db = db
    this.#nodes = nodes
    nodes.watch(viewing, (bugIds) => {
      for (const bugId of bugIds) this.#stir(bugId)
    })
  }

  bind(routes: EventRoutes): void {
    routes.on(lookAt, async ({ socket, actor, payload }) => {
      const { bugId } = payload
      if (bugId !== undefined) await requireBug(this.#db, bugId)
      const viewers = this.#look(socket, actor, payload)
      // Read after the page has subscribed, so that no change is missed in between.
      const entryId = bugId === undefined ? undefined : await this.#lastEntry(bugId)
      return { viewers, ...(entryId !== undefined && { entryId }) }
    })
  }

  welcome(socket: ClientSocket): void {
    socket.on('disconnect', () => this.#stir(socket.data.looking?.bugId))
  }

  /** Reads the event list. */
  follow(events: readonly CommittedEvent[]): void {
    for (const { id, type, subjectId } of events) {
      if (!type.startsWith('bug-') && !type.startsWith('comment-')) continue
      push(this.#io.to(rooms.bug(subjectId)), 'bug-changed', { bugId: subjectId, entryId: String(id) })
      this.#changed.add(subjectId)
    }
    if (this.#changed.size > 0) this.#listTimer ??= setTimeout(() => this.#tellLists(), listPause)
  }

  stop(): void {
    clearTimeout(this.#listTimer)
    clearTimeout(this.#viewersTimer)
  }

  #look(socket: ClientSocket, actor: Actor, { bugId, isEditing, isList }: Payload<typeof lookAt>): Viewer[] {
    const { bugId: before, isEditing: wasEditing } = socket.data.looking ?? {}
    if (before !== undefined && before !== bugId) void socket.leave(rooms.bug(before))
    if (bugId !== undefined) void socket.join(rooms.bug(bugId))
    if (isList) void socket.join(rooms.list)
    else void socket.leave(rooms.list)
    socket.data.looking = { bugId, isEditing: isEditing ?? false }
    if (before !== bugId) this.#stir(before)
    if (before !== bugId || wasEditing !== (isEditing ?? false)) this.#stir(bugId)
    return bugId === undefined ? [] : othersThan(actor.userId, this.#viewers(bugId))
  }

  async #lastEntry(bugId: string): Promise<string | undefined> {
    const last = await this.#db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', bugId)
      .where('type', 'in', [...bugEventTypes])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last && String(last.id)
  }

  #tellLists(): void {
    this.#listTimer = undefined
    const bugIds = [...this.#changed].slice(0, maxChangedBugs)
    push(this.#io.to(rooms.list), 'bugs-changed', { bugIds, isMore: this.#changed.size > bugIds.length })
    this.#changed.clear()
  }

  /** Schedules a push: a person has opened a bug, left it, or begun to edit. */
  #stir(bugId: string | undefined): void {
    if (bugId === undefined) return
    this.#stirred.add(bugId)
    this.#viewersTimer ??= setTimeout(() => this.#tellViewers(), viewersPause)
  }

  #tellViewers(): void {
    this.#viewersTimer = undefined
    for (const bugId of this.#stirred) {
      const here = this.#viewersHere(bugId)
      this.#nodes.share(viewing, bugId, here.length > 0 ? here : undefined)
      const viewers = this.#viewers(bugId)
      for (const socket of this.#socketsAt(bugId)) {
        const { actor } = socket.data
        if (actor) push(socket, 'bug-viewers', { bugId, viewers: othersThan(actor.userId, viewers) })
      }
    }
    this.#stirred.clear()
  }

  /** Returns everybody who has a bug's page open, each person once, by name. */
  #viewers(bugId: string): Viewer[] {
    return eachOnce([...this.#viewersHere(bugId), ...this.#nodes.others(viewing, bugId).flat()])
  }

  /** Returns the viewers at this node. */
  #viewersHere(bugId: string): Viewer[] {
    return eachOnce(
      this.#socketsAt(bugId).flatMap(({ data: { actor, looking } }) =>
        actor ? { _id: actor.userId, fullName: actor.fullName, isEditing: looking?.isEditing === true } : [],
      ),
    )
  }

  #socketsAt(bugId: string): ClientSocket[] {
    const ids = this.#io.sockets.adapter.rooms.get(rooms.bug(bugId)) ?? []
    return [...ids].flatMap((id) => this.#io.sockets.sockets.get(id) ?? [])
  }
}

/** Merges people's tabs and sorts by name. It keeps one more than the limit, because nobody is told of themselves. */
function eachOnce(tabs: readonly Viewer[]): Viewer[] {
  const people = new Map<string, Viewer>()
  for (const tab of tabs) {
    people.set(tab._id, { ...tab, isEditing: tab.isEditing || people.get(tab._id)?.isEditing === true })
  }
  return [...people.values()]
    .slice(0, mostViewers + 1)
    .toSorted((one, other) => one.fullName.localeCompare(other.fullName))
}

/** Returns the viewers without the person's own other tabs. */
function othersThan(userId: string, viewers: readonly Viewer[]): Viewer[] {
  return viewers.filter(({ _id }) => _id !== userId).slice(0, mostViewers)
}
