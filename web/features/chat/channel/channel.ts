import type { ChatMessage } from '#shared/chat/chat-message.ts'
import { askForTranscript, leaveEmail, markSeen, sayTyping } from '#shared/chat/socket-events.ts'
import type { Push } from '#shared/realtime/all-events.ts'
import { messageSender } from './message-sender.ts'
import type { Outbox } from './outbox.ts'
import { hasGap, type Thread, withMessages } from './thread.ts'
import { type ChatConnection, threadHolder } from './thread-holder.ts'
import { threadReader } from './thread-reader.ts'

/** Milliseconds between two typing events, and for how long one is valid. */
const typingEvery = 3_000
const typingLasts = 6_000

/** The state and the actions of one conversation. */
export interface Channel {
  readonly thread: () => Thread
  /** Registers a listener for changes of `thread`; the returned function removes it. */
  readonly subscribe: (listener: () => void) => () => void
  readonly say: (message: string) => void
  readonly tryAgain: (clientId: string) => void
  readonly discard: (clientId: string) => void
  /** Loads messages before the first known one. */
  readonly loadEarlier: () => Promise<void>
  /** Reports that everything up to the last known message has been read. */
  readonly markSeen: () => void
  readonly sayTyping: () => void
  /** Stores an address. @throws {SendError} when it was refused */
  readonly leaveEmail: (email: string) => Promise<void>
  /** Has the conversation mailed to its visitor. @throws {SendError} when it was refused */
  readonly askForTranscript: () => Promise<void>
}

/** A channel with the events that it receives. */
export interface FedChannel extends Channel {
  /** A connection was opened, the first or a new one. */
  readonly connected: () => void
  readonly received: (message: ChatMessage) => void
  readonly typing: (push: Push<'chat-typing'>) => void
  readonly seen: (push: Push<'chat-seen'>) => void
  readonly presence: (staffPresent: boolean) => void
  /** A conversation was deleted: this one, unless another id is known here. */
  readonly deleted: (conversationId: string) => void
  /** Another person uses this browser now, so nothing more is sent. */
  readonly end: () => void
}

/**
 * Opens a channel.
 * @param conversationId names the conversation; undefined is the visitor's own, which the server knows
 * @param onSeen called when the server knows how far this reader has read
 */
export function channel(
  connection: ChatConnection,
  outbox: Outbox,
  conversationId: string | undefined,
  onSeen: () => void = () => undefined,
): FedChannel {
  const holder = threadHolder(outbox)
  const named = conversationId === undefined ? {} : { conversationId }
  const mySide = conversationId === undefined ? 'visitor' : 'staff'
  const mySeen = mySide === 'visitor' ? 'visitorSeen' : 'staffSeen'
  let typingTimer: ReturnType<typeof setTimeout> | undefined
  let saidTyping = 0
  let toldSeen = 0

  const reader = threadReader(connection, holder, named, (reply) => {
    const isSame = reply.conversationId === holder.get().conversationId
    toldSeen = isSame ? Math.max(toldSeen, reply[mySeen]) : reply[mySeen]
  })

  const sender = messageSender(connection, holder, outbox, named, ({ clientId, message }, stored) => {
    leaveOther(stored.conversationId)
    holder.change(withMessages(holder.get(), [{ ...stored, clientId, message, sender: '', from: mySide, own: true }]))
    if (hasGap(holder.get()) || !holder.get().isLoaded) void reader.readMissing()
  })

  /** Messages of two conversations are never mixed. */
  function leaveOther(id: string) {
    const known = holder.get().conversationId
    if (known !== undefined && known !== id) startAgain(false)
  }

  function startAgain(wasDeleted: boolean) {
    toldSeen = 0
    reader.startAgain(wasDeleted)
  }

  function setTyping(name: string | undefined) {
    clearTimeout(typingTimer)
    holder.change({ ...holder.get(), typing: name })
    if (name !== undefined) typingTimer = setTimeout(() => setTyping(undefined), typingLasts)
  }

  return {
    thread: holder.get,
    subscribe: (listener) => {
      const end = holder.subscribe(listener)
      // The first listener: nothing was read before.
      if (holder.listeners() === 1) void reader.readMissing().then(sender.sendAll)
      return end
    },
    say: (message) => {
      saidTyping = 0
      sender.say(message)
    },
    tryAgain: sender.tryAgain,
    discard: sender.discard,
    loadEarlier: reader.loadEarlier,
    markSeen: () => {
      const seq = holder.get().messages.at(-1)?.seq ?? 0
      if (seq <= toldSeen || !connection.isConnected()) return
      toldSeen = seq
      holder.change({ ...holder.get(), [mySeen]: seq })
      // The next connection reports it again.
      connection.send(markSeen, { ...named, seq }).then(onSeen, () => (toldSeen = 0))
    },
    sayTyping: () => {
      const now = performance.now()
      if (!connection.isConnected() || (saidTyping > 0 && now - saidTyping < typingEvery)) return
      saidTyping = now
      // A failure doesn't matter.
      connection.send(sayTyping, named).catch(() => undefined)
    },
    leaveEmail: async (email) => {
      const { canBeReached } = await connection.send(leaveEmail, { email })
      holder.change({ ...holder.get(), canBeReached })
    },
    askForTranscript: async () => void (await connection.send(askForTranscript, {})),
    connected: () => void (holder.listeners() > 0 ? reader.readMissing() : Promise.resolve()).then(sender.sendAll),
    received: (received) => {
      if (holder.listeners() === 0) return
      leaveOther(received.conversationId)
      if (!holder.get().isLoaded) return void reader.readMissing()
      holder.change(withMessages({ ...holder.get(), wasDeleted: false }, [received]))
      if (hasGap(holder.get())) void reader.readMissing()
    },
    typing: ({ from, sender: name }) => (from === 'staff' || mySide === 'staff') && setTyping(name),
    seen: ({ from, seq }) => {
      const side = from === 'visitor' ? 'visitorSeen' : 'staffSeen'
      if (seq > holder.get()[side]) holder.change({ ...holder.get(), [side]: seq })
    },
    presence: (staffPresent) => holder.change({ ...holder.get(), staffPresent }),
    deleted: (id) => {
      const known = holder.get().conversationId
      if (known !== undefined && known !== id) return
      startAgain(true)
      holder.change({ ...holder.get(), isLoaded: true })
    },
    end: () => {
      clearTimeout(typingTimer)
      holder.end()
    },
  }
}
