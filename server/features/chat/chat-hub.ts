import type { Logger } from '#server/config/log.ts'
import type { Db } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import { push } from '#server/realtime/push.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import { chatNotice } from '#shared/chat/socket-events.ts'
import type { Push } from '#shared/realtime/all-events.ts'
import { setTimeout } from 'node:timers/promises'
import { HandedOn } from './handed-on.ts'
import { linesOf, type StoredLine } from './line-store.ts'
import { Places, rooms } from './places.ts'
import { presentLine } from './present-line.ts'
import { ownersOf } from './visitor-store.ts'

/** How often reading what other processes did is tried, and the first wait between two tries in milliseconds. */
const tries = 4
const firstWait = 100

/** Says who hears what: everything that the chat pushes goes through here. */
export class ChatHub {
  readonly places: Places
  readonly handedOn = new HandedOn()
  readonly #io: Sockets
  readonly #db: Db
  readonly #log: Logger
  #toldStaffPresent = false

  constructor(io: Sockets, db: Db, log: Logger) {
    this.#io = io
    this.#db = db
    this.#log = log
    this.places = new Places(io)
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
    const other =
      typing.from === 'visitor'
        ? this.#io.to(rooms.staff)
        : this.#io.to([rooms.conversation(typing.conversationId), rooms.staff]).except(socket.id)
    push(other, 'chat-typing', typing)
  }

  /** Tells everybody in a conversation how far somebody has read. */
  tellSeen(socket: ClientSocket, seen: Push<'chat-seen'>): void {
    const both = this.#io.to([rooms.conversation(seen.conversationId), rooms.staff]).except(socket.id)
    push(both, 'chat-seen', seen)
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

  #handOn(line: StoredLine, except: string | undefined): void {
    const others = except === undefined ? this.#io : this.#io.except(except)
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
