import { maySee, type SeenFacts, seen, sightClass, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import type { CommittedEvent, EventType } from '#server/events/event.ts'
import type { Actor, Sight } from '#server/access/actor.ts'
import { eventTypesFor, isInternalEvent, noSuchBug, requireBug, seenFacts } from '#server/features/bugs/public.ts'
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

const rooms = {
  /** The lists of all who see the same by rule: see `sightClass`. */
  list: (sight: string) => `bug-list:${sight}`,
  bug: (id: string) => `bug:${id}`,
} as const

const lastEntry: Prepared = {
  name: 'live-last-entry',
  text: `select (select e.id from events e where e.subject_id = b.id and e.type = any($2::text[]) order by e.id desc limit 1)
      as last from bugs b where b.id = $1 and ${seen('b', 3)}`,
}

/** Events that may have hidden a bug from people: from all who don't see private ones or its product, or from one person. */
const hiding: Prepared = {
  name: 'live-hiding',
  text: `select subject_id as "bugId", type in ('bug-fields-changed', 'bug-moved') as "isForAll",
      coalesce(payload ->> 'from', payload ->> 'userId') as "userId"
    from events where id = any($1::bigint[])
      and (type in ('bug-moved', 'bug-assigned', 'bug-reader-removed') or (type = 'bug-fields-changed' and payload ? 'isPrivate'))`,
}

const hidingTypes: ReadonlySet<string> = new Set([
  'bug-fields-changed',
  'bug-moved',
  'bug-assigned',
  'bug-reader-removed',
])

interface Hiding {
  readonly bugId: string
  readonly isForAll: boolean
  readonly userId: string | null
}

interface Changed {
  readonly bug: SeenFacts
  /** Nothing but internal comments. */
  readonly isInternal: boolean
}

/** What changes how many bugs are shown, and has no event of each. */
const namingTypes: ReadonlySet<EventType> = new Set(['label-changed', 'label-merged', 'label-deleted', 'user-given'])

/** Whether somebody may hear of a change of a bug. */
const mayHear = (actor: Pick<Actor, 'userId' | 'sees'>, { bug, isInternal }: Changed) =>
  (!isInternal || actor.sees.internalComments) && maySee(actor, bug)

/** The rule for somebody whom no bug names. */
const hearsByRule = (sees: Sight, changed: Changed) => mayHear({ userId: '', sees }, changed)

/**
 * Tells open pages what has changed: a bug's own page at once, lists a few times a second. Nobody is told of a bug that
 * they may not see: each push asks the predicate, and whoever has lost sight of a bug leaves its room. Losing rights, or
 * sight of a product, closes the socket.
 */
export class LivePages {
  readonly #io: Sockets
  readonly #db: Db
  /** Changed bugs with what decides who may see them now. */
  readonly #changed = new Map<string, Changed>()
  #hiding: Hiding[] = []
  /** What those see whose sockets are in the rooms of lists, by the name of their sight. */
  readonly #sights = new Map<string, Sight>()
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
      if (bugId !== undefined) await requireBug(this.#db, actor, bugId)
      const viewers = this.#look(socket, actor, payload)
      // Read after the page has subscribed, so that no change is missed in between.
      const entryId = bugId === undefined ? undefined : await this.#lastEntry(socket, actor, bugId)
      return { viewers, ...(entryId !== undefined && { entryId }) }
    })
  }

  welcome(socket: ClientSocket): void {
    socket.on('disconnect', () => this.#stir(socket.data.looking?.bugId))
  }

  /** Reads the event list, and who may see the bugs; while no page is open, nothing. */
  async follow(events: readonly CommittedEvent[]): Promise<void> {
    if (events.some(({ type }) => namingTypes.has(type)))
      for (const socket of this.#looking()) push(socket, 'names-changed', {})
    const told = events.filter(({ type }) => /^(bug|comment|internal-comment)-/.test(type))
    if (told.length === 0 || this.#looking().length === 0) return
    try {
      const bugs = await seenFacts(this.#db, [...new Set(told.map(({ subjectId }) => subjectId))])
      const hidden = told.filter(({ type }) => hidingTypes.has(type)).map(({ id }) => id)
      if (hidden.length > 0) this.#hiding.push(...(await this.#db.prepared<Hiding>(hiding, [hidden])))
      for (const { id, type, subjectId: bugId } of told) {
        const bug = bugs.get(bugId)
        if (!bug) continue
        const isInternal = isInternalEvent(type)
        const said = { bugId, entryId: String(id) }
        if (isInternal) this.#tellHolders(bug, said)
        else push(this.#io.to(rooms.bug(bugId)), 'bug-changed', said)
        this.#removeBlind(bugId, bug)
        this.#changed.set(bugId, { bug, isInternal: isInternal && (this.#changed.get(bugId)?.isInternal ?? true) })
      }
    } catch (error) {
      // Who may be told is unknown: each page connects again, and asks for what it missed.
      for (const socket of this.#looking()) socket.disconnect(true)
      throw error
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
    if (isList) this.#joinLists(socket, actor)
    else for (const room of socket.rooms) if (room.startsWith(rooms.list(''))) void socket.leave(room)
    socket.data.looking = { bugId, isEditing: isEditing ?? false }
    if (before !== bugId) this.#stir(before)
    if (before !== bugId || wasEditing !== (isEditing ?? false)) this.#stir(bugId)
    return bugId === undefined ? [] : othersThan(actor.userId, this.#viewers(bugId))
  }

  /** @throws AppError not-found for a bug that was hidden after the socket came into its room; it leaves it */
  async #lastEntry(socket: ClientSocket, actor: Actor, bugId: string): Promise<string | undefined> {
    const values = [bugId, eventTypesFor(actor), ...sightValues(actor)]
    const [row] = await this.#db.prepared<{ last: number | null }>(lastEntry, values)
    if (!row) {
      this.#leave(socket, bugId)
      throw noSuchBug()
    }
    return row.last === null ? undefined : String(row.last)
  }

  #joinLists(socket: ClientSocket, actor: Actor): void {
    const sight = sightClass(actor)
    this.#sights.set(sight, actor.sees)
    void socket.join(rooms.list(sight))
  }

  /** Tells of an internal comment those at a bug who see such. */
  #tellHolders(bug: SeenFacts, said: { readonly bugId: string; readonly entryId: string }): void {
    for (const socket of this.#socketsAt(said.bugId)) {
      const { actor } = socket.data
      if (actor && mayHear(actor, { bug, isInternal: true })) push(socket, 'bug-changed', said)
    }
  }

  /** Takes those out of a bug's room who may not see it any more. They have been told, and find that it is not there. */
  #removeBlind(bugId: string, bug: SeenFacts): void {
    for (const socket of this.#socketsAt(bugId)) {
      if (!socket.data.actor || !maySee(socket.data.actor, bug)) this.#leave(socket, bugId)
    }
  }

  #leave(socket: ClientSocket, bugId: string): void {
    void socket.leave(rooms.bug(bugId))
    socket.data.looking = { bugId: undefined, isEditing: false }
    this.#stir(bugId)
  }

  #tellLists(): void {
    this.#listTimer = undefined
    const [changed, hiding] = [[...this.#changed], this.#hiding]
    this.#changed.clear()
    this.#hiding = []
    for (const [sight, sees] of this.#sights) {
      const isSeen = (bugId: string) => changed.some(([id, one]) => id === bugId && hearsByRule(sees, one))
      this.#tellOfBugs(this.#io.to(rooms.list(sight)), {
        bugIds: changed.flatMap(([id, one]) => (hearsByRule(sees, one) ? [id] : [])),
        // A list may show what is hidden by now: it reads again, and no id is named.
        isMore: hiding.some(({ bugId, isForAll }) => isForAll && !isSeen(bugId)),
      })
    }
    this.#tellNamed(changed, hiding)
  }

  /** Tells people of private bugs that name them, and of those that name them no more. */
  #tellNamed(changed: readonly (readonly [string, Changed])[], hiding: readonly Hiding[]): void {
    const hidden = changed.filter(([, { bug }]) => bug.isPrivate)
    if (hidden.length === 0) return
    for (const [sight, sees] of this.#sights) {
      if (sees.privateBugs) continue
      for (const socket of this.#socketsIn(rooms.list(sight))) {
        const { actor } = socket.data
        if (!actor) continue
        this.#tellOfBugs(socket, {
          bugIds: hidden.flatMap(([id, one]) => (mayHear(actor, one) ? [id] : [])),
          isMore: hiding.some(({ userId, bugId }) => userId === actor.userId && hidden.some(([id]) => id === bugId)),
        })
      }
    }
  }

  #tellOfBugs(to: Pick<Sockets, 'emit'>, { bugIds, isMore }: { bugIds: string[]; isMore: boolean }): void {
    if (bugIds.length === 0 && !isMore) return
    const named = bugIds.slice(0, maxChangedBugs)
    push(to, 'bugs-changed', { bugIds: named, isMore: isMore || bugIds.length > named.length })
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
    return this.#socketsIn(rooms.bug(bugId))
  }

  #socketsIn(room: string): ClientSocket[] {
    const ids = this.#io.sockets.adapter.rooms.get(room) ?? []
    return [...ids].flatMap((id) => this.#io.sockets.sockets.get(id) ?? [])
  }

  /** Returns the sockets of pages that show a bug or a list. */
  #looking(): ClientSocket[] {
    return [...this.#io.sockets.sockets.values()].filter(({ data }) => data.looking !== undefined)
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
