import type { ChatMessage } from '#shared/chat/chat-message.ts'
import type { syncConversation } from '#shared/chat/socket-events.ts'
import type { SocketReply } from '#shared/realtime/socket-event.ts'
import type { OutgoingMessage } from './outbox.ts'

type SyncReply = SocketReply<typeof syncConversation>

/** One conversation as this client knows it. */
export interface Thread {
  /** Undefined until the first message is stored. */
  readonly conversationId: string | undefined
  /** Ascending by `seq`, each once. Gaps last only until the missing messages have been read. */
  readonly messages: readonly ChatMessage[]
  readonly isLoaded: boolean
  readonly hasEarlier: boolean
  readonly outgoing: readonly OutgoingMessage[]
  /** How far each side has read. */
  readonly visitorSeen: number
  readonly staffSeen: number
  readonly staffPresent: boolean
  readonly canBeReached: boolean
  readonly isBlocked: boolean
  /** Who is typing now. */
  readonly typing: string | undefined
  /** Whether the previous conversation was deleted. */
  readonly wasDeleted: boolean
}

export const emptyThread: Thread = {
  conversationId: undefined,
  messages: [],
  isLoaded: false,
  hasEarlier: false,
  outgoing: [],
  visitorSeen: 0,
  staffSeen: 0,
  // Shown as absent only once it is known.
  staffPresent: true,
  canBeReached: true,
  isBlocked: false,
  typing: undefined,
  wasDeleted: false,
}

/** Adds messages at their positions. A pending one is no longer pending, and its writer has stopped typing. */
export function withMessages(thread: Thread, messages: readonly ChatMessage[]): Thread {
  if (messages.length === 0) return thread
  const bySeq = new Map(thread.messages.map((message) => [message.seq, message]))
  for (const message of messages) bySeq.set(message.seq, message)
  const arrived = new Set(messages.map((message) => message.clientId))
  return {
    ...thread,
    messages: [...bySeq.values()].toSorted((one, other) => one.seq - other.seq),
    outgoing: thread.outgoing.filter(({ clientId }) => !arrived.has(clientId)),
    typing: messages.some((message) => message.sender === thread.typing && !message.own) ? undefined : thread.typing,
    conversationId: messages[0]?.conversationId ?? thread.conversationId,
  }
}

/**
 * Returns the last position up to which no message is missing; 0 when there is none. Newer messages are read from
 * there.
 */
export function knownUpTo({ messages, hasEarlier }: Thread): number {
  let known = hasEarlier ? (messages[0]?.seq ?? 1) - 1 : 0
  for (const { seq } of messages) {
    if (seq > known + 1) break
    known = seq
  }
  return known
}

export function hasGap(thread: Thread): boolean {
  return knownUpTo(thread) < (thread.messages.at(-1)?.seq ?? 0)
}

/** Adds an answer without `after`: the last messages, or those before a position, and the state. */
export function withEarlier(thread: Thread, reply: SyncReply): Thread {
  return { ...withMessages(withState(thread, reply), reply.lines), isLoaded: true, hasEarlier: reply.more }
}

/** Adds the state of an answer, without its messages. */
export function withState(thread: Thread, reply: SyncReply): Thread {
  const { conversationId, staffPresent, canBeReached, isBlocked } = reply
  // An answer may be older than what was seen since the request.
  const visitorSeen = Math.max(thread.visitorSeen, reply.visitorSeen)
  const staffSeen = Math.max(thread.staffSeen, reply.staffSeen)
  return { ...thread, conversationId, visitorSeen, staffSeen, staffPresent, canBeReached, isBlocked }
}

/** Returns how many messages of the others the visitor has not seen. */
export function unreadOf({ messages, visitorSeen }: Thread): number {
  return messages.filter(({ own, seq }) => !own && seq > visitorSeen).length
}
