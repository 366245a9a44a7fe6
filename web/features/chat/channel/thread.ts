import type { ChatLine } from '#shared/chat/chat-line.ts'
import type { syncConversation } from '#shared/chat/socket-events.ts'
import type { SocketReply } from '#shared/realtime/socket-event.ts'
import type { OutgoingLine } from './outbox.ts'

type SyncReply = SocketReply<typeof syncConversation>

/** One conversation as this client knows it. */
export interface Thread {
  /** Undefined until the first message is stored. */
  readonly conversationId: string | undefined
  /** Ascending by `seq`, each once. Gaps last only until the missing lines have been asked for. */
  readonly lines: readonly ChatLine[]
  readonly isLoaded: boolean
  readonly hasEarlier: boolean
  readonly outgoing: readonly OutgoingLine[]
  /** How far each side has read. */
  readonly visitorSeen: number
  readonly staffSeen: number
  readonly staffPresent: boolean
  readonly canBeReached: boolean
  readonly isBlocked: boolean
  /** Who is writing at the moment. */
  readonly typing: string | undefined
  /** The conversation that stood here before was deleted. */
  readonly wasDeleted: boolean
}

export const emptyThread: Thread = {
  conversationId: undefined,
  lines: [],
  isLoaded: false,
  hasEarlier: false,
  outgoing: [],
  visitorSeen: 0,
  staffSeen: 0,
  // Said only once it is known.
  staffPresent: true,
  canBeReached: true,
  isBlocked: false,
  typing: undefined,
  wasDeleted: false,
}

/** Adds lines in their places. A line that was on its way is no longer so, and whoever has spoken has stopped writing. */
export function withLines(thread: Thread, lines: readonly ChatLine[]): Thread {
  if (lines.length === 0) return thread
  const bySeq = new Map(thread.lines.map((line) => [line.seq, line]))
  for (const line of lines) bySeq.set(line.seq, line)
  const arrived = new Set(lines.map((line) => line.clientId))
  return {
    ...thread,
    lines: [...bySeq.values()].toSorted((one, other) => one.seq - other.seq),
    outgoing: thread.outgoing.filter(({ clientId }) => !arrived.has(clientId)),
    typing: lines.some((line) => line.sender === thread.typing && !line.own) ? undefined : thread.typing,
    conversationId: lines[0]?.conversationId ?? thread.conversationId,
  }
}

/** The last place up to which no line is missing; 0 when there is none. New lines are asked for after it. */
export function knownUpTo({ lines, hasEarlier }: Thread): number {
  let known = hasEarlier ? (lines[0]?.seq ?? 1) - 1 : 0
  for (const { seq } of lines) {
    if (seq > known + 1) break
    known = seq
  }
  return known
}

export function hasGap(thread: Thread): boolean {
  return knownUpTo(thread) < (thread.lines.at(-1)?.seq ?? 0)
}

/** What an answer without `after` tells: the last lines, or those before a place, and how things stand. */
export function withEarlier(thread: Thread, reply: SyncReply): Thread {
  return { ...withLines(withStanding(thread, reply), reply.lines), isLoaded: true, hasEarlier: reply.more }
}

/** Everything in an answer but its lines. */
export function withStanding(thread: Thread, reply: SyncReply): Thread {
  const { conversationId, staffPresent, canBeReached, isBlocked } = reply
  // An answer may be older than what was seen since it was asked for.
  const visitorSeen = Math.max(thread.visitorSeen, reply.visitorSeen)
  const staffSeen = Math.max(thread.staffSeen, reply.staffSeen)
  return { ...thread, conversationId, visitorSeen, staffSeen, staffPresent, canBeReached, isBlocked }
}

/** How many lines of the others the visitor has not seen. */
export function unreadOf({ lines, visitorSeen }: Thread): number {
  return lines.filter(({ own, seq }) => !own && seq > visitorSeen).length
}
