import type { ChatLine } from '#shared/chat/chat-line.ts'
import {
  leaveEmail,
  markSeen,
  sayTyping,
  sendMessage,
  syncConversation,
  type Push,
} from '#shared/chat/socket-events.ts'
import type { Connection } from '#web/lib/socket.ts'
import { SendError } from '#web/lib/socket-refusal.ts'
import { newLine, type Outbox, type OutgoingLine } from './outbox.ts'
import { emptyThread, hasGap, knownUpTo, type Thread, withEarlier, withLines, withStanding } from './thread.ts'

/** Milliseconds between two words that somebody is writing, and how long such a word is good for. */
const typingEvery = 3_000
const typingLasts = 6_000

/** What a channel needs of the line to the server. */
export type Line = Pick<Connection, 'send'> & { readonly isConnected: () => boolean }

/** Everything that this client knows and does about one conversation. */
export interface Channel {
  readonly thread: () => Thread
  /** Calls back after every change of `thread`; the answer ends that. */
  readonly subscribe: (listener: () => void) => () => void
  readonly say: (message: string) => void
  readonly tryAgain: (clientId: string) => void
  readonly discard: (clientId: string) => void
  /** Asks for lines before the first known one. */
  readonly loadEarlier: () => Promise<void>
  /** Everything up to the last known line has been read. */
  readonly markSeen: () => void
  readonly sayTyping: () => void
  /** @throws {SendError} when the address was refused */
  readonly leaveEmail: (email: string) => Promise<void>
}

/** A channel and what happens to it. */
export interface FedChannel extends Channel {
  /** There is a connection, the first or a new one. */
  readonly connected: () => void
  readonly received: (line: ChatLine) => void
  readonly typing: (push: Push<'chat-typing'>) => void
  readonly seen: (push: Push<'chat-seen'>) => void
  readonly presence: (staffPresent: boolean) => void
  readonly deleted: () => void
  /** Somebody else uses this browser from now on: nothing more is sent. */
  readonly end: () => void
}

/**
 * @param conversationId names the conversation; undefined is the visitor's own, which the server knows
 * @param onSeen called when the server knows that this reader has read on
 */
export function channel(
  line: Line,
  outbox: Outbox,
  conversationId: string | undefined,
  onSeen: () => void = () => undefined,
): FedChannel {
  let thread: Thread = { ...emptyThread, outgoing: outbox.lines() }
  const listeners = new Set<() => void>()
  const named = conversationId === undefined ? {} : { conversationId }
  const mySide = conversationId === undefined ? 'visitor' : 'staff'
  let isEnded = false
  let typingTimer: ReturnType<typeof setTimeout> | undefined
  let saidTyping = 0
  let toldSeen = 0

  function change(next: Thread) {
    if (next === thread || isEnded) return
    for (const { clientId } of thread.outgoing) {
      if (next.outgoing.every((one) => one.clientId !== clientId)) outbox.drop(clientId)
    }
    thread = next
    for (const listener of listeners) listener()
  }

  // Reading what is missing. One question at a time; whatever comes up meanwhile is asked for afterwards.
  let reading: Promise<void> | undefined
  let isOutdated = false
  function readMissing(): Promise<void> {
    isOutdated = true
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readAll() {
    try {
      while (isOutdated && line.isConnected() && !isEnded) {
        isOutdated = false
        await (thread.isLoaded ? readAfter() : readLast())
      }
    } catch {
      // Without an answer the next connection asks again.
    }
  }

  async function readLast() {
    const reply = await line.send(syncConversation, named)
    noteSeen(reply)
    change(withEarlier(thread, reply))
  }

  async function readAfter() {
    const after = knownUpTo(thread)
    const reply = await line.send(syncConversation, { ...named, after })
    if (reply.conversationId !== thread.conversationId && thread.conversationId !== undefined) {
      // Another conversation stands here now: this one was deleted, or became part of an account's.
      startAgain(reply.conversationId === undefined)
      isOutdated = true
      return
    }
    noteSeen(reply)
    change(withLines(withStanding(thread, reply), reply.lines))
    isOutdated ||= reply.more && knownUpTo(thread) > after
  }

  function startAgain(wasDeleted: boolean) {
    const { outgoing, staffPresent, canBeReached } = thread
    toldSeen = 0
    change({ ...emptyThread, outgoing, staffPresent, canBeReached, wasDeleted })
  }

  function noteSeen({ visitorSeen, staffSeen }: { visitorSeen: number; staffSeen: number }) {
    toldSeen = Math.max(toldSeen, mySide === 'visitor' ? visitorSeen : staffSeen)
  }

  async function loadEarlier() {
    const first = thread.lines[0]?.seq
    if (first === undefined || !thread.hasEarlier) return
    change(withEarlier(thread, await line.send(syncConversation, { ...named, before: first })))
  }

  // Sending, one line after the other, because their order is that of their storing.
  let isSending = false
  async function sendAll() {
    if (isSending) return
    isSending = true
    try {
      for (;;) {
        const next = thread.outgoing.find(({ refusal }) => refusal === undefined)
        if (!next || isEnded || !line.isConnected()) return
        await sendOne(next)
      }
    } finally {
      isSending = false
    }
  }

  async function sendOne(outgoing: OutgoingLine) {
    const { clientId, message, page } = outgoing
    try {
      const stored = await line.send(sendMessage, { ...named, clientId, message, page })
      change(withLines(thread, [{ ...stored, clientId, message, sender: '', from: mySide, own: true }]))
      if (hasGap(thread) || !thread.isLoaded) void readMissing()
    } catch (error) {
      // Without a connection it stays on its way; the next connection sends it again.
      if (line.isConnected()) replace({ ...outgoing, refusal: reasonOf(error) })
    }
  }

  function replace(outgoing: OutgoingLine) {
    if (isEnded || !thread.outgoing.some(({ clientId }) => clientId === outgoing.clientId)) return
    outbox.keep(outgoing)
    change({
      ...thread,
      outgoing: thread.outgoing.map((one) => (one.clientId === outgoing.clientId ? outgoing : one)),
    })
  }

  function setTyping(sender: string | undefined) {
    clearTimeout(typingTimer)
    change({ ...thread, typing: sender })
    if (sender !== undefined) typingTimer = setTimeout(() => setTyping(undefined), typingLasts)
  }

  /** For what nobody has to hear of when it fails. */
  const hint = (sent: Promise<unknown>) => void sent.catch(() => undefined)

  return {
    thread: () => thread,
    subscribe: (listener) => {
      listeners.add(listener)
      // Nobody looked before, so nobody asked.
      if (listeners.size === 1) void readMissing().then(sendAll)
      return () => listeners.delete(listener)
    },
    say: (message) => {
      const outgoing = newLine(message)
      outbox.keep(outgoing)
      saidTyping = 0
      change({ ...thread, outgoing: [...thread.outgoing, outgoing], wasDeleted: false })
      void sendAll()
    },
    tryAgain: (clientId) => {
      const outgoing = thread.outgoing.find((one) => one.clientId === clientId)
      if (!outgoing) return
      const { refusal: _over, ...rest } = outgoing
      replace(rest)
      void sendAll()
    },
    discard: (clientId) => change({ ...thread, outgoing: thread.outgoing.filter((one) => one.clientId !== clientId) }),
    loadEarlier,
    markSeen: () => {
      const seq = thread.lines.at(-1)?.seq ?? 0
      if (seq <= toldSeen || !line.isConnected()) return
      toldSeen = seq
      change({ ...thread, [mySide === 'visitor' ? 'visitorSeen' : 'staffSeen']: seq })
      // The next connection tells it again.
      line.send(markSeen, { ...named, seq }).then(onSeen, () => (toldSeen = 0))
    },
    sayTyping: () => {
      const now = performance.now()
      if (!line.isConnected() || (saidTyping > 0 && now - saidTyping < typingEvery)) return
      saidTyping = now
      hint(line.send(sayTyping, named))
    },
    leaveEmail: async (email) => {
      const { canBeReached } = await line.send(leaveEmail, { email })
      change({ ...thread, canBeReached })
    },
    connected: () => void (listeners.size > 0 ? readMissing() : Promise.resolve()).then(sendAll),
    received: (received) => {
      if (listeners.size === 0) return
      if (!thread.isLoaded) return void readMissing()
      if (thread.conversationId !== undefined && received.conversationId !== thread.conversationId)
        return void readMissing()
      change(withLines({ ...thread, wasDeleted: false }, [received]))
      if (hasGap(thread)) void readMissing()
    },
    typing: ({ from, sender }) => (from === 'staff' || mySide === 'staff') && setTyping(sender),
    seen: ({ from, seq }) => {
      const side = from === 'visitor' ? 'visitorSeen' : 'staffSeen'
      if (seq > thread[side]) change({ ...thread, [side]: seq })
    },
    presence: (staffPresent) => change({ ...thread, staffPresent }),
    deleted: () => {
      startAgain(true)
      change({ ...thread, isLoaded: true })
    },
    end: () => {
      isEnded = true
      clearTimeout(typingTimer)
      listeners.clear()
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof SendError ? error.message : 'It could not be sent.'
}
