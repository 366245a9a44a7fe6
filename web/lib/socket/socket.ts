import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import type { Push, PushName } from '#shared/realtime/all-events.ts'
import type { Acknowledgement, SentPayload, SocketEvent, SocketReply } from '#shared/realtime/socket-event.ts'
import { SendError, unanswered } from './socket-refusal.ts'

/** How the socket connects and comes back; times in milliseconds. How often it pings is the server's to say. */
export const socketOptions = {
  path: '/socket.io',
  withCredentials: true,
  extraHeaders: { 'x-mothlight-client': 'web' },
  reconnectionDelay: 1000,
  reconnectionDelayMax: 10_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
  autoConnect: false,
} as const satisfies Partial<ManagerOptions & SocketOptions>

/** Milliseconds that an acknowledgement may take. */
const patience = 20_000

/** Milliseconds before coming back to a server that has hung up: the first time, and at most. */
const hungUpDelay = { first: 300, most: 10_000 }

/** The line to the server over which both sides may begin to speak. */
export interface Connection {
  readonly onStatus: (listener: (isConnected: boolean) => void) => void
  readonly onPush: <N extends PushName>(name: N, listener: (push: Push<N>) => void) => void
  readonly open: () => void
  readonly close: () => void
  /**
   * Resolves with the acknowledgement. Answers are trusted as typed, because the server writes them by the same schema.
   * @throws {SendError} for every refusal, without a connection, and when no answer comes.
   */
  readonly send: <E extends SocketEvent>(event: E, payload: SentPayload<E>) => Promise<SocketReply<E>>
}

/**
 * Prepares the line to the server that the page came from; it is opened by `open`.
 * @param beforeReturn awaited before coming back to a server that has hung up. It does so when this visitor has become
 *   somebody else, so that is the time to find out who.
 */
export function connection(beforeReturn: () => Promise<unknown>): Connection {
  const socket: Socket = io(socketOptions)
  let hungUp = 0
  let isWanted = false

  /** The library comes back by itself from everything but a refusal and a server that hangs up. */
  async function comeBack() {
    const delay = Math.min(hungUpDelay.first * 2 ** hungUp, hungUpDelay.most)
    hungUp += 1
    await Promise.allSettled([beforeReturn(), new Promise((resolve) => setTimeout(resolve, delay))])
    if (isWanted) connect()
  }

  /** Saying hello twice on one connection makes the server hang up. */
  function connect() {
    if (!socket.active) socket.connect()
  }

  socket.on('connect', () => {
    // A line that has held for a while was wanted by both sides.
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
        answer = await socket.timeout(patience).emitWithAck(event.name, payload)
      } catch (cause) {
        throw unanswered(cause)
      }
      if (!answer.ok) throw new SendError(answer.error)
      return answer
    },
  }
}
