import { setName } from '#shared/chat/socket-events.ts'
import { type Connection, connection } from '#web/lib/socket/socket.ts'
import { type Channel, channel, type FedChannel } from './channel.ts'
import { adoptAnonymousLines, outbox } from './outbox.ts'

/** Who uses this browser, as far as the chat needs to know. */
export interface Writer {
  /** The account; empty for who is not logged in. */
  readonly userId: string
  /** What the server is told to call them. */
  readonly name: string
  /** Answers visitors, and has no conversation of their own. */
  readonly isStaff: boolean
}

export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting'

/** The chat of this page: one line to the server, and a channel for each conversation that is looked at. */
export interface Chat {
  readonly status: () => ConnectionStatus
  /** Calls back after every change of `status` and of who writes; the answer ends that. */
  readonly subscribe: (listener: () => void) => () => void
  /** The visitor's own conversation without an id, and one of the inbox with it. */
  readonly channel: (conversationId?: string) => Channel
  /** Connects as this person; as another one than before it comes back anew, so that the server sees the new cookie. */
  readonly enter: (writer: Writer) => void
  /** Calls back when a conversation of the inbox is not as it was; the answer ends that. */
  readonly onInboxChange: (listener: (conversationId: string) => void) => () => void
  /** Calls back before the page comes back to a server that has hung up; it waits for the answer. */
  readonly onHungUp: (listener: () => Promise<unknown>) => void
}

export function openChat(connect: (beforeReturn: () => Promise<unknown>) => Connection = connection): Chat {
  let status: ConnectionStatus = 'connecting'
  let writer: Writer | undefined
  let channels = new Map<string, FedChannel>()
  let hungUp: () => Promise<unknown> = async () => undefined
  const listeners = new Set<() => void>()
  const inboxListeners = new Set<(conversationId: string) => void>()
  const line = connect(() => hungUp())
  const inUse = { send: line.send, isConnected: () => status === 'connected' }

  function announce(next: ConnectionStatus) {
    status = next
    for (const listener of listeners) listener()
  }

  line.onStatus((isConnected) => {
    if (isConnected && writer) void line.send(setName, writer.name).catch(() => undefined)
    announce(isConnected ? 'connected' : status === 'connecting' ? 'connecting' : 'reconnecting')
    if (isConnected) for (const one of channels.values()) one.connected()
  })
  line.onPush('chat-message', (said) => {
    channelOf(said.conversationId)?.received(said)
    tellInbox(said.conversationId)
  })
  line.onPush('chat-typing', (push) => channelOf(push.conversationId)?.typing(push))
  line.onPush('chat-seen', (push) => {
    channelOf(push.conversationId)?.seen(push)
    if (push.from === 'staff') tellInbox(push.conversationId)
  })
  line.onPush('chat-presence', ({ staffPresent }) => {
    for (const one of channels.values()) one.presence(staffPresent)
  })
  line.onPush('chat-conversation', ({ conversationId, isDeleted }) => {
    if (isDeleted) channelOf(conversationId)?.deleted(conversationId)
    tellInbox(conversationId)
  })

  function channelOf(conversationId: string): FedChannel | undefined {
    return channels.get(writer?.isStaff ? conversationId : '')
  }

  function tellInbox(conversationId: string) {
    if (writer?.isStaff) for (const listener of inboxListeners) listener(conversationId)
  }

  return {
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    channel: (conversationId) => {
      const key = conversationId ?? ''
      const known = channels.get(key)
      if (known) return known
      const opened = channel(inUse, outbox(writer?.userId ?? '', key), conversationId, () => tellInbox(key))
      channels.set(key, opened)
      return opened
    },
    enter: (next) => {
      const before = writer
      writer = next
      if (before && before.userId === next.userId && before.isStaff === next.isStaff) {
        if (before.name !== next.name && status === 'connected') {
          void line.send(setName, next.name).catch(() => undefined)
        }
        return
      }
      for (const one of channels.values()) one.end()
      channels = new Map()
      if (before?.userId === '' && !next.isStaff) adoptAnonymousLines(next.userId)
      if (before) line.close()
      announce('connecting')
      line.open()
    },
    onInboxChange: (listener) => {
      inboxListeners.add(listener)
      return () => inboxListeners.delete(listener)
    },
    onHungUp: (listener) => {
      hungUp = listener
    },
  }
}
