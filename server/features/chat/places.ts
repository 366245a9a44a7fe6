import { nodeFact } from '#server/realtime/nodes/declare.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import type { ClientSocket, Sockets } from '#server/realtime/socket-server.ts'
import { isStaff, seesNotes } from './staff.ts'
import * as z from 'zod/mini'

/** The owner of a conversation: an account or a browser. */
export interface Owner {
  readonly userId: string | null
  readonly visitorHash: Buffer | null
}

/** Names of the rooms of sockets. A visitor's socket is in the room of its own conversation and in no other. */
export const rooms = {
  staff: 'staff',
  /** Those of staff who see notes. */
  noteReaders: 'note-readers',
  staffMember: (userId: string) => `staff:${userId}`,
  conversation: (id: string) => `conversation:${id}`,
  visitor: (hash: Buffer) => `visitor:${hash.toString('hex')}`,
  account: (userId: string) => `account:${userId}`,
} as const

/** Rooms with sockets at a node: the room of staff, and those of conversations. */
export const inhabited = nodeFact('chat-room', z.literal(true))

/** Manages the rooms of this process's sockets, and knows which rooms have sockets at any node. */
export class Places {
  readonly #io: Sockets
  readonly #nodes: Nodes

  constructor(io: Sockets, nodes: Nodes) {
    this.#io = io
    this.#nodes = nodes
    const { adapter } = io.sockets
    adapter.on('create-room', (room: string) => isShared(room) && nodes.share(inhabited, room, true))
    adapter.on('delete-room', (room: string) => isShared(room) && nodes.share(inhabited, room, undefined))
  }

  /** Puts a new socket into its owner's rooms: staff receive every conversation, others only their own. */
  place(socket: ClientSocket): void {
    const { actor, handshake } = socket.data
    const own = rooms.visitor(handshake.visitorHash)
    if (seesNotes(actor)) void socket.join(rooms.noteReaders)
    if (actor && isStaff(actor)) void socket.join([rooms.staff, rooms.staffMember(actor.userId)])
    else if (actor) void socket.join([rooms.account(actor.userId), own])
    else void socket.join(own)
  }

  /** Puts a socket into its conversation's room, and takes it out of the room of an earlier one. */
  enter(socket: ClientSocket, conversationId: string): void {
    const before = socket.data.conversationId
    if (before !== undefined && before !== conversationId) void socket.leave(rooms.conversation(before))
    socket.data.conversationId = conversationId
    void socket.join(rooms.conversation(conversationId))
  }

  /** Puts all tabs and devices of a conversation's owner into its room. */
  enterAll(owner: Owner, conversationId: string): void {
    for (const socket of this.#socketsOf(owner)) this.enter(socket, conversationId)
  }

  /** Removes everybody but the owner from a conversation's room, and adds the owner. */
  keepToOwner(owner: Owner, conversationId: string): void {
    const room = rooms.conversation(conversationId)
    for (const socket of this.in(room)) if (!isOwners(socket, owner)) socket.disconnect(true)
    this.enterAll(owner, conversationId)
  }

  /** Empties the room of a deleted conversation. */
  empty(conversationId: string): void {
    const room = rooms.conversation(conversationId)
    for (const socket of this.in(room)) {
      if (socket.data.conversationId === conversationId) delete socket.data.conversationId
      void socket.leave(room)
    }
  }

  /** Closes all sockets of an account, and those that their browser opened before the login, so that they reconnect. */
  reopen(visitorHash: Buffer, userId: string, except: ClientSocket): void {
    const anonymous = this.in(rooms.visitor(visitorHash)).filter(({ data }) => !data.actor)
    for (const socket of [...anonymous, ...this.in(rooms.account(userId))]) {
      if (socket.id !== except.id) socket.disconnect(true)
    }
  }

  isConnected(conversationId: string): boolean {
    return this.#isInhabited(rooms.conversation(conversationId))
  }

  /** Whether a member of staff is connected. */
  get hasStaff(): boolean {
    return this.#isInhabited(rooms.staff)
  }

  /** Returns the sockets in a room. */
  in(room: string): ClientSocket[] {
    const ids = this.#io.sockets.adapter.rooms.get(room) ?? []
    return [...ids].flatMap((id) => this.#io.sockets.sockets.get(id) ?? [])
  }

  #socketsOf(owner: Owner): ClientSocket[] {
    const room = owner.userId ? rooms.account(owner.userId) : owner.visitorHash && rooms.visitor(owner.visitorHash)
    return room ? this.in(room).filter((socket) => isOwners(socket, owner)) : []
  }

  #isInhabited(room: string): boolean {
    return this.#io.sockets.adapter.rooms.has(room) || this.#nodes.others(inhabited, room).length > 0
  }
}

/** Returns the conversation of a room; undefined for other rooms. */
export function conversationOfRoom(room: string): string | undefined {
  return room.startsWith(rooms.conversation('')) ? room.slice(rooms.conversation('').length) : undefined
}

const isShared = (room: string) => room === rooms.staff || conversationOfRoom(room) !== undefined

/** Returns whether a socket was opened by the owner of a conversation. */
export function isOwners({ data: { actor, handshake } }: ClientSocket, { userId, visitorHash }: Owner): boolean {
  if (userId !== null) return actor?.userId === userId
  return actor === null && visitorHash !== null && handshake.visitorHash.equals(visitorHash)
}
