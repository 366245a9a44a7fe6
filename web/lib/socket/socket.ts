import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import type { Push, PushName } from '#shared/realtime/all-events.ts'
import type { Acknowledgement, SentPayload, SocketEvent, SocketReply } from '#shared/realtime/socket-event.ts'
import { SendError, unanswered } from './socket-refusal.ts'

/** Options of the connection and of reconnecting; times in milliseconds. The server decides how often it pings. */
export const socketOptions = {
  path: '/socket.io',
  withCredentials: true,
  extraHeaders: { 'x-mothlight-client': 'web' },
  reconnectionDelay: 1000,
  reconnectionDelayMax: 10_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
  autoConnect: false,
  // Mails tell times as their reader's clock does.
  auth: { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
} as const satisfies Partial<ManagerOptions & SocketOptions>

/** Milliseconds that an acknowledgement may take. */
const acknowledgeTimeout = 20_000

/** Milliseconds before reconnecting to a server that has disconnected: the first time, and at most. */
const hungUpDelay = { first: 300, most: 10_000 }

/** The connection to the server, over which both sides may send. */
export interface Connection {
  readonly onStatus: (listener: (isConnected: boolean) => void) => void
  readonly onPush: <N extends PushName>(name: N, listener: (push: Push<N>) => void) => void
  readonly open: () => void
  readonly close: () => void
  /**
   * Sends an event and resolves with the acknowledgement. Answers are trusted as typed, because the server writes them
   * by the same schema.
   * @throws {SendError} for every refusal, without a connection, and when no answer comes.
   */
  readonly send: <E extends SocketEvent>(event: E, payload: SentPayload<E>) => Promise<SocketReply<E>>
}

/**
 * Prepares the connection to the server that the page came from; `open` opens it.
 * @param beforeReturn awaited before reconnecting to a server that has disconnected. The server does so when the
 * visitor's identity has changed, so the session can be read again here.
 */
export function connection(beforeReturn: () => Promise<unknown>): Connection {
  const socket: Socket = io(socketOptions)
  let hungUp = 0
  let isWanted = false

  /** Reconnects. The library does so by itself, except after a refusal or a disconnect by the server. */
  async function comeBack() {
    const delay = Math.min(hungUpDelay.first * 2 ** hungUp, hungUpDelay.most)
    hungUp += 1
    await Promise.allSettled([beforeReturn(), new Promise((resolve) => setTimeout(resolve, delay))])
    if (isWanted) connect()
  }

  /** Connects once: a second handshake on one connection makes the server disconnect. */
  function connect() {
    if (!socket.active) socket.connect()
  }

  socket.on('connect', () => {
    // A connection that has lasted for a while was wanted by both sides.
    setTimeout(() => socket.connected && (hungUp = 0), hungUpDelay.most)
  })
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && void comeBack())
  socket.on('connect_error', () => !socket.active && void comeBack())

  return {
    onStatus: (listener) => {
      socket.on('connect', () => listener(true))
      socket.on('disconnect', () => listener(false))
    },
    onPush: (name, listener) => void socket.on(name as string, listener),
    open: () => {
      isWanted = true
      connect()
    },
    close: () => {
      isWanted = false
      socket.disconnect()
    },
    send: async (event, payload) => {
      if (!socket.connected) throw unanswered()
      let answer: Acknowledgement<typeof event>
      try {
        answer = await socket.timeout(acknowledgeTimeout).emitWithAck(event.name, payload)
      } catch (cause) {
        throw unanswered(cause)
      }
      if (!answer.ok) throw new SendError(answer.error)
      return answer
    },
  }
}
