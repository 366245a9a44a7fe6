import type { Config } from '#server/config/config.ts'
import type { Actor } from '#server/access/actor.ts'
import { networkOf } from '#server/http/network.ts'
import type { Limit } from '#server/realtime/nodes/limits.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import type { ClientSocket } from '#server/realtime/socket-server.ts'

const windowSeconds = 10
/** Visitors behind one address (an office, a school) share this many times the limit of one. */
const visitorsPerNetwork = 6

/**
 * Limits on what visitors send. They are not counted in the database, because that would cost as much as the message.
 */
export interface ChatLimits {
  /** Counts a visitor's message. @throws AppError too-many-requests with a sentence for the visitor */
  message(socket: ClientSocket, actor: Actor | null): Promise<void>
  /** Counts a new conversation. @throws AppError too-many-requests with a sentence for the visitor */
  conversation(socket: ClientSocket): Promise<void>
}

export function openChatLimits(limits: Config['limits'], nodes: Nodes): ChatLimits {
  const perVisitor = nodes.limit('chat-visitor', limits.chatMessages, windowSeconds)
  const perNetwork = nodes.limit('chat-network', limits.chatMessages * visitorsPerNetwork, windowSeconds)
  const conversations = nodes.limit('chat-conversations', limits.chatConversations, 3600)
  return {
    message: async ({ data: { handshake } }, actor) => {
      const visitor = actor?.userId ?? handshake.visitorHash.toString('hex')
      await consume(perVisitor, visitor, 'You write faster than we can read')
      await consume(perNetwork, networkOf(handshake.address), 'Too many messages come from your network')
    },
    conversation: ({ data: { handshake } }) =>
      consume(conversations, networkOf(handshake.address), 'Too many new conversations come from your network'),
  }
}

function consume(limit: Limit, key: string, what: string): Promise<void> {
  return limit(key, (seconds) => `${what}: wait ${seconds} s, then send it again.`)
}
