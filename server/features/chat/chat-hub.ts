import type { Logger } from '#server/config/log.ts'
import type { Db } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import { push } from '#server/realtime/push.ts'
import { nodeMessage } from '#server/realtime/nodes/declare.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import { chatNotice, chatSeen, chatTyping } from '#shared/chat/socket-events.ts'
import type { Push } from '#shared/realtime/all-events.ts'
import { setTimeout } from 'node:timers/promises'
import { HandedOn } from './handed-on.ts'
import { linesOf, type StoredLine } from './line-store.ts'
import { conversationOfRoom, inhabited, Places, rooms } from './places.ts'
import { presentLine } from './present-line.ts'
import { ownersOf } from './visitor-store.ts'

/** How often reading what other processes did is tried, and the first wait between two tries in milliseconds. */
const tries = 4
const firstWait = 100

const typingElsewhere = nodeMessage('chat-typing', chatTyping)
const seenElsewhere = nodeMessage('chat-seen', chatSeen)

/** Says who hears what: everything that the chat pushes goes through here. */
export class ChatHub {
  readonly places: Places
  readonly handedOn = new HandedOn()
  readonly #io: Sockets
  readonly #db: Db
  readonly #log: Logger
  readonly #nodes: Nodes
  #toldStaffPresent = false

  constructor(io: Sockets, db: Db, log: Logger, nodes: Nodes) {
    this.#io = io
    this.#db = db
    this.#log = log
    this.#nodes = nodes
    this.places = new Places(io, nodes)
    nodes.hear(typingElsewhere, (typing) => this.#pushTyping(typing))
    nodes.hear(seenElsewhere, (seen) => this.#pushSeen(seen))
    nodes.watch(inhabited, (changed) => {
      this.#tellPresence()
      for (const room of changed) {
        const conversationId = conversationOfRoom(room)
        if (conversationId !== undefined) this.#tellChanged(conversationId)
      }
    })
  }

  /** Gives a new socket its place, and tells who can hear of it. */
  welcome(socket: ClientSocket): void {
    this.places.place(socket)
    socket.on('disconnect', () => {
      this.#tellPresence()
      const { conversationId } = socket.data
      if (conversationId !== undefined) this.#tellChanged(conversationId)
    })
    this.#tellPresence()
  }

  /** Lets a socket hear the conversation that its visitor has already, and tells staff that they are there. */
  enter(socket: ClientSocket, conversationId: string): void {
    this.places.enter(socket, conversationId)
    this.#tellChanged(conversationId)
  }

  /**
   * Hands a line on that was stored here: to its visitor's tabs and to staff, never to another visitor.
   * @param from the socket that sent it, which hears nothing
   */
  tellLine(line: StoredLine, from: ClientSocket): void {
    this.handedOn.told(line.id)
    this.#handOn(line, from.id)
  }

  /** Hands lines on after all that this process meant to hand on itself. */
  tellAfterAll(ids: readonly string[]): void {
    if (ids.length > 0) void this.#handOnFromElsewhere(ids)
  }

  /** Tells the other side that somebody writes. */
  tellTyping(socket: ClientSocket, typing: Push<'chat-typing'>): void {
    this.#pushTyping(typing, socket.id)
    this.#nodes.say(typingElsewhere, typing)
  }

  /** Tells everybody in a conversation how far somebody has read. */
  tellSeen(socket: ClientSocket, seen: Push<'chat-seen'>): void {
    this.#pushSeen(seen, socket.id)
    this.#nodes.say(seenElsewhere, seen)
  }

  /** Tells a client that asks for no acknowledgements why its event was refused, in the only form that it knows. */
  tellRefusal(socket: ClientSocket, message: string): void {
    socket.emit('chat-message', chatNotice.parse({ sender: 'Mothlight', message }))
  }

  /** Follows the event list: what other processes did, and what changed besides lines. */
  async follow(events: readonly CommittedEvent[]): Promise<void> {
    const unheard: string[] = []
    const changed = new Set<string>()
    for (const { type, subjectId } of events) {
      if (type === 'chat-line-added') {
        if (!this.handedOn.meet(subjectId)) unheard.push(subjectId)
      } else if (type === 'chat-conversation-changed') changed.add(subjectId)
      else if (type === 'chat-conversation-deleted') this.#tellDeleted(subjectId)
    }
    // Owners first: a conversation that became an account's must be left by others before its next line is heard.
    await this.#keepToOwners(changed)
    if (unheard.length > 0) await this.#handOnFromElsewhere(unheard)
    for (const id of changed) this.#tellChanged(id)
  }

  #pushTyping(typing: Push<'chat-typing'>, from?: string): void {
    const other = typing.from === 'visitor' ? [rooms.staff] : [rooms.conversation(typing.conversationId), rooms.staff]
    push(this.#butFor(from).to(other), 'chat-typing', typing)
  }

  #pushSeen(seen: Push<'chat-seen'>, from?: string): void {
    push(this.#butFor(from).to([rooms.conversation(seen.conversationId), rooms.staff]), 'chat-seen', seen)
  }

  /** Everybody here but one. */
  #butFor(socketId: string | undefined) {
    return socketId === undefined ? this.#io : this.#io.except(socketId)
  }

  #handOn(line: StoredLine, except: string | undefined): void {
    const others = this.#butFor(except)
    push(others.to(rooms.conversation(line.conversationId)), 'chat-message', presentLine(line, 'visitor'))
    if (line.from !== 'staff' || line.userId === null) {
      push(others.to(rooms.staff), 'chat-message', presentLine(line, { staffId: '' }))
      return
    }
    const writer = rooms.staffMember(line.userId)
    push(others.to(rooms.staff).except(writer), 'chat-message', presentLine(line, { staffId: '' }))
    push(others.to(writer), 'chat-message', presentLine(line, { staffId: line.userId }))
  }

  /** Lines that another process stored, or another part of this one. The conversation may be new to the tabs here. */
  async #handOnFromElsewhere(ids: readonly string[]): Promise<void> {
    const lines = await this.#persistently(() => linesOf(this.#db, ids))
    await this.#keepToOwners(new Set(lines?.map(({ conversationId }) => conversationId)))
    for (const line of lines ?? []) this.#handOn(line, undefined)
  }

  async #keepToOwners(conversationIds: ReadonlySet<string>): Promise<void> {
    if (conversationIds.size === 0) return
    const owners = await this.#persistently(() => ownersOf(this.#db, [...conversationIds]))
    // Not knowing whose it is, nobody but staff may go on hearing it.
    if (!owners) for (const id of conversationIds) this.places.keepToOwner({ userId: null, visitorHash: null }, id)
    for (const owner of owners ?? []) this.places.keepToOwner(owner, owner.id)
  }

  /** Reads again when the database stumbles, because the event list tells everything once. */
  async #persistently<T>(read: () => Promise<T>): Promise<T | undefined> {
    for (let n = 0; n < tries; n++) {
      try {
        return await read()
      } catch (error) {
        this.#log.warn({ err: error }, 'what was said elsewhere could not be read')
        await setTimeout(firstWait * 2 ** n)
      }
    }
    return undefined
  }

  /** Tells staff that a conversation is not as it was. */
  #tellChanged(conversationId: string): void {
    push(this.#io.to(rooms.staff), 'chat-conversation', { conversationId, isDeleted: false })
  }

  #tellDeleted(conversationId: string): void {
    const room = rooms.conversation(conversationId)
    push(this.#io.to([rooms.staff, room]), 'chat-conversation', { conversationId, isDeleted: true })
    this.places.empty(conversationId)
  }

  /** Tells everybody when the first who can answer comes, and when the last goes. */
  #tellPresence(): void {
    const staffPresent = this.places.hasStaff
    if (staffPresent === this.#toldStaffPresent) return
    this.#toldStaffPresent = staffPresent
    push(this.#io, 'chat-presence', { staffPresent })
  }
}
