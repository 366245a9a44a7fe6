import type { Config } from '#server/config/config.ts'
import type { Actor } from '#server/access/actor.ts'
import { networkOf } from '#server/http/network.ts'
import { countOrRefuse } from '#server/http/rate-limit.ts'
import type { ClientSocket } from '#server/realtime/socket-server.ts'
import { RateLimiterMemory } from 'rate-limiter-flexible'

const windowSeconds = 10
/** Visitors behind one address (an office, a school) share this many times the limit of one. */
const visitorsPerNetwork = 6

/** Limits on what visitors send. Counted in this process: a message is no more worth than its way to the database. */
export interface ChatLimits {
  /** Counts something that a visitor writes. @throws AppError too-many-requests with a sentence for the visitor */
  message(socket: ClientSocket, actor: Actor | null): Promise<void>
  /** Counts a conversation that begins. @throws AppError too-many-requests with a sentence for the visitor */
  conversation(socket: ClientSocket): Promise<void>
}

export function openChatLimits(limits: Config['limits']): ChatLimits {
  const perVisitor = new RateLimiterMemory({ points: limits.chatMessages, duration: windowSeconds })
  const perNetwork = new RateLimiterMemory({
    points: limits.chatMessages * visitorsPerNetwork,
    duration: windowSeconds,
  })
  const conversations = new RateLimiterMemory({
    points: limits.chatConversations,
    duration: 3600,
  })
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

function consume(limiter: RateLimiterMemory, key: string, what: string): Promise<void> {
  return countOrRefuse(limiter, key, (seconds) => `${what}: wait ${seconds} s, then send it again.`)
}
