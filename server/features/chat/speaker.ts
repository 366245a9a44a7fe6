import type { Actor } from '#server/access/actor.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import { nodeMessage } from '#server/realtime/nodes/declare.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import type { ClientSocket } from '#server/realtime/socket-server.ts'
import { isStaff } from './staff.ts'
import * as z from 'zod/mini'

/** The identity of a socket in the chat, and its conversation. */
export type Speaker =
  | { readonly side: 'visitor'; readonly name: string; readonly conversationId: string | undefined }
  | {
      readonly side: 'staff'
      readonly actor: Actor
      readonly name: string
      readonly conversationId: string | undefined
    }

const lastConversation = nodeMessage('chat-last', z.object({ userId: z.string(), conversationId: z.string() }))

/** Remembers which conversation each member of staff last read or answered, for clients that name none. */
export class LastConversations {
  readonly #byStaff = new Map<string, string>()
  readonly #nodes: Nodes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
    nodes.hear(lastConversation, ({ userId, conversationId }) => this.#byStaff.set(userId, conversationId))
  }

  note(userId: string, conversationId: string): void {
    if (this.#byStaff.get(userId) === conversationId) return
    this.#byStaff.set(userId, conversationId)
    this.#nodes.say(lastConversation, { userId, conversationId })
  }

  of(userId: string): string | undefined {
    return this.#byStaff.get(userId)
  }
}

/**
 * Returns who a socket acts as. A visitor uses only their own conversation. Staff use the one they name, or the one
 * they last read or answered; the caller checks whether it exists.
 * @throws AppError not-found for a conversation that is not the visitor's, and for a text that can't be an id
 */
export function speakerOf(
  socket: ClientSocket,
  actor: Actor | null,
  named: string | undefined,
  last: LastConversations,
): Speaker {
  if (actor && isStaff(actor)) {
    if (named !== undefined && !isRecordId(named)) throw noConversation()
    return { side: 'staff', actor, name: actor.fullName, conversationId: named ?? last.of(actor.userId) }
  }
  const own = socket.data.conversationId
  if (named !== undefined && named !== own) throw noConversation()
  return { side: 'visitor', name: actor?.fullName ?? socket.data.name ?? 'Anonymous', conversationId: own }
}

export const noConversation = () =>
  new AppError('not-found', 'There is no such conversation.', { field: 'conversationId' })
