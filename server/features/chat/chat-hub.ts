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
import { PublishedMessages } from './published-messages.ts'
import { messagesOf, type StoredMessage } from './message-store.ts'
import { conversationOfRoom, inhabited, Places, rooms } from './places.ts'
import { presentMessage } from './present-message.ts'
import { ownersOf } from './visitor-store.ts'

/** Number of tries to read what other processes did, and the first wait between two tries in milliseconds. */
const tries = 4
const firstWait = 100

const typingElsewhere = nodeMessage('chat-typing', chatTyping)
const seenElsewhere = nodeMessage('chat-seen', chatSeen)

/** Decides who receives what. Everything that the chat pushes goes through this class. */
export class ChatHub {
  readonly places: Places
  readonly published = new PublishedMessages()
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

  /** Puts a new socket into its rooms, and tells those who can see it. */
  welcome(socket: ClientSocket): void {
    this.places.place(socket)
    socket.on('disconnect', () => {
      this.#tellPresence()
      const { conversationId } = socket.data
      if (conversationId !== undefined) this.#tellChanged(conversationId)
    })
    this.#tellPresence()
  }

  /** Lets a socket receive its visitor's existing conversation, and tells staff that the visitor is there. */
  enter(socket: ClientSocket, conversationId: string): void {
    this.places.enter(socket, conversationId)
    this.#tellChanged(conversationId)
  }

  /**
   * Publishes a message that was stored here to its visitor's tabs and to staff, never to another visitor.
   * @param from the socket that sent it, which receives nothing
   */
  publishMessage(message: StoredMessage, from: ClientSocket): void {
    this.published.told(message.id)
    this.#publish(message, from.id)
  }

  /** Publishes messages that this process was expected to publish when it stored them. */
  publishUnpublished(ids: readonly string[]): void {
    if (ids.length > 0) void this.#publishFromElsewhere(ids)
  }

  /** Tells the other side that a person is typing. */
  tellTyping(socket: ClientSocket, typing: Push<'chat-typing'>): void {
    this.#pushTyping(typing, socket.id)
    this.#nodes.say(typingElsewhere, typing)
  }

  /** Tells everybody in a conversation how far a person has read. */
  tellSeen(socket: ClientSocket, seen: Push<'chat-seen'>): void {
    this.#pushSeen(seen, socket.id)
    this.#nodes.say(seenElsewhere, seen)
  }

  /**
   * Tells a client that asks for no acknowledgements why its event was refused, as a chat message, the only form it
   * knows.
   */
  tellRefusal(socket: ClientSocket, message: string): void {
    socket.emit('chat-message', chatNotice.parse({ sender: 'Mothlight', message }))
  }

  /** Follows the event list: what other processes did, and all changes except messages. */
  async follow(events: readonly CommittedEvent[]): Promise<void> {
    const unheard: string[] = []
    const changed = new Set<string>()
    const noted = new Set<string>()
    for (const { type, subjectId } of events) {
      if (type === 'chat-line-added') {
        if (!this.published.meet(subjectId)) unheard.push(subjectId)
      } else if (type === 'chat-conversation-changed') changed.add(subjectId)
      else if (type === 'chat-note-added') noted.add(subjectId)
      else if (type === 'chat-conversation-deleted') this.#tellDeleted(subjectId)
    }
    // Owners come first: when a conversation has moved to an account, others must leave it before its next message.
    await this.#keepToOwners(changed)
    if (unheard.length > 0) await this.#publishFromElsewhere(unheard)
    for (const id of changed) this.#tellChanged(id)
    for (const conversationId of noted) push(this.#io.to(rooms.noteReaders), 'chat-notes', { conversationId })
  }

  #pushTyping(typing: Push<'chat-typing'>, from?: string): void {
    const other = typing.from === 'visitor' ? [rooms.staff] : [rooms.conversation(typing.conversationId), rooms.staff]
    push(this.#butFor(from).to(other), 'chat-typing', typing)
  }

  #pushSeen(seen: Push<'chat-seen'>, from?: string): void {
    push(this.#butFor(from).to([rooms.conversation(seen.conversationId), rooms.staff]), 'chat-seen', seen)
  }

  /** Selects everybody here except one socket. */
  #butFor(socketId: string | undefined) {
    return socketId === undefined ? this.#io : this.#io.except(socketId)
  }

  #publish(message: StoredMessage, except: string | undefined): void {
    const others = this.#butFor(except)
    push(others.to(rooms.conversation(message.conversationId)), 'chat-message', presentMessage(message, 'visitor'))
    if (message.from !== 'staff' || message.userId === null) {
      push(others.to(rooms.staff), 'chat-message', presentMessage(message, { staffId: '' }))
      return
    }
    const writer = rooms.staffMember(message.userId)
    push(others.to(rooms.staff).except(writer), 'chat-message', presentMessage(message, { staffId: '' }))
    push(others.to(writer), 'chat-message', presentMessage(message, { staffId: message.userId }))
  }

  /**
   * Publishes messages that another process stored, or another part of this one. Tabs here may not know the
   * conversation yet.
   */
  async #publishFromElsewhere(ids: readonly string[]): Promise<void> {
    const messages = await this.#persistently(() => messagesOf(this.#db, ids))
    await this.#keepToOwners(new Set(messages?.map(({ conversationId }) => conversationId)))
    for (const message of messages ?? []) this.#publish(message, undefined)
  }

  async #keepToOwners(conversationIds: ReadonlySet<string>): Promise<void> {
    if (conversationIds.size === 0) return
    const owners = await this.#persistently(() => ownersOf(this.#db, [...conversationIds]))
    // The owner is unknown, so only staff may keep receiving it.
    if (!owners) for (const id of conversationIds) this.places.keepToOwner({ userId: null, visitorHash: null }, id)
    for (const owner of owners ?? []) this.places.keepToOwner(owner, owner.id)
  }

  /** Retries a read when the database fails, because the event list reports everything only once. */
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

  /** Tells staff that a conversation has changed. */
  #tellChanged(conversationId: string): void {
    push(this.#io.to(rooms.staff), 'chat-conversation', { conversationId, isDeleted: false })
  }

  #tellDeleted(conversationId: string): void {
    const room = rooms.conversation(conversationId)
    push(this.#io.to([rooms.staff, room]), 'chat-conversation', { conversationId, isDeleted: true })
    this.places.empty(conversationId)
  }

  /** Tells everybody when the first member of staff connects, and when the last one disconnects. */
  #tellPresence(): void {
    const staffPresent = this.places.hasStaff
    if (staffPresent === this.#toldStaffPresent) return
    this.#toldStaffPresent = staffPresent
    push(this.#io, 'chat-presence', { staffPresent })
  }
}
