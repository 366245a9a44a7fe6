import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { CommittedEvent } from '#server/events/event.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import { type Push, type PushName, pushes } from '#shared/chat/socket-events.ts'
import { linesOf, type StoredLine } from './line-store.ts'
import { presentLine } from './present-line.ts'
import { ownersOf } from './visitor-store.ts'

/** Names of the rooms that sockets stand in. A visitor's socket stands in its own conversation's room and no other. */
const rooms = {
  staff: 'staff',
  staffMember: (userId: string) => `staff:${userId}`,
  conversation: (id: string) => `conversation:${id}`,
  visitor: (hash: Buffer) => `visitor:${hash.toString('hex')}`,
  account: (userId: string) => `account:${userId}`,
} as const

/** Says who hears what. Everything that leaves the server over the chat's sockets goes through here. */
export class ChatHub {
  readonly #io: Sockets
  readonly #db: Db
  /** Lines that this process has handed on already and will meet again in the event list. */
  readonly #handedOn = new Set<string>()
  #staffPresent = false

  constructor(io: Sockets, db: Db) {
    this.#io = io
    this.#db = db
  }

  /** Whether somebody who can answer is connected. */
  get staffPresent(): boolean {
    return this.#staffPresent
  }

  /** Puts a new socket where its owner belongs: staff hear every conversation, others only their own. */
  place(socket: ClientSocket): void {
    const { actor, handshake } = socket.data
    if (actor && isStaff(actor)) void socket.join([rooms.staff, rooms.staffMember(actor.userId)])
    else if (actor) void socket.join([rooms.account(actor.userId), rooms.visitor(handshake.visitorHash)])
    else void socket.join(rooms.visitor(handshake.visitorHash))
    socket.on('disconnect', () => {
      this.#tellPresence()
      this.#tellConnection(socket)
    })
    this.#tellPresence()
  }

  /** Lets a socket hear a conversation: its own. */
  enter(socket: ClientSocket, conversationId: string): void {
    socket.data.conversationId = conversationId
    void socket.join(rooms.conversation(conversationId))
    this.#tellConnection(socket)
  }

  /** Lets all tabs of a visitor hear the conversation that one of them has begun. */
  enterAll(
    owner: { readonly userId: string | null; readonly visitorHash: Buffer | null },
    conversationId: string,
  ): void {
    const room = owner.userId ? rooms.account(owner.userId) : rooms.visitor(owner.visitorHash ?? Buffer.alloc(0))
    for (const socket of this.#localSockets(room)) {
      const isOwners = (socket.data.actor?.userId ?? null) === owner.userId
      if (isOwners && socket.data.conversationId !== conversationId) this.enter(socket, conversationId)
    }
  }

  isConnected(conversationId: string): boolean {
    return (this.#io.sockets.adapter.rooms.get(rooms.conversation(conversationId))?.size ?? 0) > 0
  }

  /**
   * Hands a stored line on: to its visitor's tabs and to staff, never to another visitor.
   * @param from the socket that sent it, which hears nothing
   */
  tellLine(line: StoredLine, from?: ClientSocket): void {
    this.#handedOn.add(line.id)
    this.#handOn(line, from?.id)
  }

  #handOn(line: StoredLine, except: string | undefined): void {
    const others = except === undefined ? this.#io : this.#io.except(except)
    this.#send(others.to(rooms.conversation(line.conversationId)), 'chat-message', presentLine(line, 'visitor'))
    if (line.from !== 'staff' || line.userId === null) {
      this.#send(others.to(rooms.staff), 'chat-message', presentLine(line, { staffId: '' }))
      return
    }
    const writer = rooms.staffMember(line.userId)
    this.#send(others.to(rooms.staff).except(writer), 'chat-message', presentLine(line, { staffId: '' }))
    this.#send(others.to(writer), 'chat-message', presentLine(line, { staffId: line.userId }))
  }

  /** Tells the other side that somebody writes. */
  tellTyping(socket: ClientSocket, typing: Push<'chat-typing'>): void {
    this.#send(this.#otherSide(socket, typing), 'chat-typing', typing)
  }

  /** Tells everybody in a conversation how far somebody has read. */
  tellSeen(socket: ClientSocket, seen: Push<'chat-seen'>): void {
    const both = this.#io.to([rooms.conversation(seen.conversationId), rooms.staff]).except(socket.id)
    this.#send(both, 'chat-seen', seen)
  }

  /** Makes a visitor's sockets, except those of an account, open anew and so as whom the browser now is. */
  reopenAnonymous(visitorHash: Buffer): void {
    for (const socket of this.#localSockets(rooms.visitor(visitorHash))) {
      if (!socket.data.actor) socket.disconnect(true)
    }
  }

  /**
   * Follows the event list: hands on what other processes stored, says which conversations changed, and keeps the
   * places of open sockets true to rights and sessions.
   * @param resolve who holds a session token now
   */
  async follow(events: readonly CommittedEvent[], resolve: (token: string) => Promise<Actor | null>): Promise<void> {
    const unheard: string[] = []
    const changed = new Set<string>()
    for (const { type, subjectId } of events) {
      if (type === 'chat-line-added') {
        if (!this.#handedOn.delete(subjectId)) unheard.push(subjectId)
      } else if (type === 'chat-conversation-changed') changed.add(subjectId)
      else if (type === 'chat-conversation-deleted') this.#tellDeleted(subjectId)
    }
    if (unheard.length > 0) await this.#handOnFromElsewhere(unheard)
    for (const id of changed) this.tellChanged(id)
    await this.#checkRights(events, resolve)
  }

  /** Lines that another process stored, or another part of this one. The conversation may be new to the tabs here. */
  async #handOnFromElsewhere(ids: readonly string[]): Promise<void> {
    const lines = await linesOf(this.#db, ids)
    const begun = lines.filter(({ conversationId }) => !this.isConnected(conversationId))
    for (const owner of await ownersOf(this.#db, begun)) this.enterAll(owner, owner.id)
    for (const line of lines) this.#handOn(line, undefined)
  }

  /** Tells staff that a conversation is not as it was. */
  tellChanged(conversationId: string): void {
    this.#send(this.#io.to(rooms.staff), 'chat-conversation', { conversationId, isDeleted: false })
  }

  #tellDeleted(conversationId: string): void {
    const room = rooms.conversation(conversationId)
    this.#send(this.#io.to([rooms.staff, room]), 'chat-conversation', { conversationId, isDeleted: true })
    for (const socket of this.#localSockets(room)) {
      delete socket.data.conversationId
      void socket.leave(room)
    }
  }

  async #checkRights(
    events: readonly CommittedEvent[],
    resolve: (token: string) => Promise<Actor | null>,
  ): Promise<void> {
    const everybody = events.some(({ type }) => type.startsWith('role-'))
    const people = new Set(events.filter(({ type }) => type.startsWith('user-')).map(({ subjectId }) => subjectId))
    if (!everybody && people.size === 0) return
    for (const socket of this.#io.sockets.sockets.values()) {
      const before = socket.data.actor
      const { sessionToken } = socket.data.handshake
      if (!before || !sessionToken || !(everybody || people.has(before.userId))) continue
      const actor = await resolve(sessionToken)
      // A session that has ended, or a change of sides, is a new connection: nothing of the old one may linger.
      if (!actor || isStaff(actor) !== isStaff(before)) socket.disconnect(true)
      else socket.data.actor = actor
    }
  }

  #otherSide(socket: ClientSocket, { conversationId, from }: { conversationId: string; from: 'visitor' | 'staff' }) {
    return from === 'visitor'
      ? this.#io.to(rooms.staff)
      : this.#io.to([rooms.conversation(conversationId), rooms.staff]).except(socket.id)
  }

  #localSockets(room: string): ClientSocket[] {
    const ids = this.#io.sockets.adapter.rooms.get(room) ?? []
    return [...ids].flatMap((id) => this.#io.sockets.sockets.get(id) ?? [])
  }

  /** Tells everybody when the first who can answer comes, and when the last goes. */
  #tellPresence(): void {
    const staffPresent = (this.#io.sockets.adapter.rooms.get(rooms.staff)?.size ?? 0) > 0
    if (staffPresent === this.#staffPresent) return
    this.#staffPresent = staffPresent
    this.#send(this.#io, 'chat-presence', { staffPresent })
  }

  /** Tells staff that a visitor came or went. */
  #tellConnection(socket: ClientSocket): void {
    const { conversationId } = socket.data
    if (conversationId !== undefined) this.tellChanged(conversationId)
  }

  #send<N extends PushName>(to: Pick<Sockets, 'emit'>, name: N, data: Push<N>): void {
    to.emit(name, pushes[name].parse(data))
  }
}

/** Whether somebody answers visitors here. */
export function isStaff(actor: Actor | null): boolean {
  return actor?.permissions.has('liveChatAdmin') === true
}
