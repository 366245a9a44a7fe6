import { setName } from '#shared/chat/socket-events.ts'
import { type Connection, connection } from '#web/lib/socket/socket.ts'
import { type Channel, channel, type FedChannel } from './channel.ts'
import { adoptAnonymousMessages, outbox } from './outbox.ts'

/** The user of this browser, as far as the chat needs it. */
export interface Writer {
  /** The account; empty for a visitor who is not logged in. */
  readonly userId: string
  /** The name that is sent to the server. */
  readonly name: string
  /** Whether they answer visitors, and have no conversation of their own. */
  readonly isStaff: boolean
}

export type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting'

/** The chat of this page: one connection to the server, and a channel for each open conversation. */
export interface Chat {
  readonly status: () => ConnectionStatus
  /** Registers a listener for changes of `status` and of the user; the returned function removes it. */
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the channel of the visitor's own conversation without an id, and of one of the inbox with it. */
  readonly channel: (conversationId?: string) => Channel
  /** Connects as this person. For another one than before it reconnects, so that the server sees the new cookie. */
  readonly enter: (writer: Writer) => void
  /** Registers a listener for changed conversations of the inbox; the returned function removes it. */
  readonly onInboxChange: (listener: (conversationId: string) => void) => () => void
  /** Registers a listener that is awaited before the page reconnects to a server that has disconnected. */
  readonly onHungUp: (listener: () => Promise<unknown>) => void
}

export function openChat(connect: (beforeReturn: () => Promise<unknown>) => Connection = connection): Chat {
  let status: ConnectionStatus = 'connecting'
  let writer: Writer | undefined
  let channels = new Map<string, FedChannel>()
  let hungUp: () => Promise<unknown> = async () => undefined
  const listeners = new Set<() => void>()
  const inboxListeners = new Set<(conversationId: string) => void>()
  const socket = connect(() => hungUp())
  const inUse = { send: socket.send, isConnected: () => status === 'connected' }

  function announce(next: ConnectionStatus) {
    status = next
    for (const listener of listeners) listener()
  }

  socket.onStatus((isConnected) => {
    if (isConnected && writer) void socket.send(setName, writer.name).catch(() => undefined)
    announce(isConnected ? 'connected' : status === 'connecting' ? 'connecting' : 'reconnecting')
    if (isConnected) for (const one of channels.values()) one.connected()
  })
  socket.onPush('chat-message', (said) => {
    channelOf(said.conversationId)?.received(said)
    tellInbox(said.conversationId)
  })
  socket.onPush('chat-typing', (push) => channelOf(push.conversationId)?.typing(push))
  socket.onPush('chat-seen', (push) => {
    channelOf(push.conversationId)?.seen(push)
    if (push.from === 'staff') tellInbox(push.conversationId)
  })
  socket.onPush('chat-presence', ({ staffPresent }) => {
    for (const one of channels.values()) one.presence(staffPresent)
  })
  socket.onPush('chat-conversation', ({ conversationId, isDeleted }) => {
    if (isDeleted) channelOf(conversationId)?.deleted(conversationId)
    tellInbox(conversationId)
  })
  socket.onPush('chat-notes', ({ conversationId }) => tellInbox(conversationId))

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
          void socket.send(setName, next.name).catch(() => undefined)
        }
        return
      }
      for (const one of channels.values()) one.end()
      channels = new Map()
      if (before?.userId === '' && !next.isStaff) adoptAnonymousMessages(next.userId)
      if (before) socket.close()
      announce('connecting')
      socket.open()
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
