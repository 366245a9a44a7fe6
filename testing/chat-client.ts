import type { Push, PushName } from '#shared/realtime/all-events.ts'
import * as events from '#shared/chat/socket-events.ts'
import type { Acknowledgement, SentPayload, SocketEvent } from '#shared/realtime/socket-event.ts'
import { once } from 'node:events'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

/** A client with an open chat: it sends messages and records everything that its socket has ever received. */
export interface ChatClient {
  readonly socket: Socket
  /** Every packet received, unchanged: name and data. */
  readonly received: { name: string; data: unknown }[]
  send<E extends SocketEvent>(event: E, payload: SentPayload<E>): Promise<Acknowledgement<E>>
  /** Sends a message and expects it to be stored. */
  say(message: string, more?: Partial<SentPayload<typeof events.sendMessage>>): ReturnType<typeof said>
  /** Returns the texts of the messages received so far. */
  heard(): string[]
  /** Waits for a push, also one that has arrived already. */
  push<N extends PushName>(name: N, matches?: (data: Push<N>) => boolean): Promise<Push<N>>
  close(): void
}

/** Milliseconds that a slow machine takes for an answer. */
const patience = 30_000

/** Opens a client. @param cookie a Cookie header: of a session, of a visitor, or both */
export async function openChatClient(
  origin: string,
  cookie?: string,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Promise<ChatClient> {
  const socket = io(origin, {
    path: '/socket.io',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
    extraHeaders: { ...(cookie && { cookie }), ...options.extraHeaders },
  })
  const received: ChatClient['received'] = []
  socket.onAny((name: string, data: unknown) => received.push({ name, data }))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const send: ChatClient['send'] = async (event, payload) => {
    if (!socket.connected && !options.reconnection) throw new Error('The connection has ended.')
    return socket.timeout(patience).emitWithAck(event.name, payload)
  }
  return {
    socket,
    received,
    send,
    say: (message, more) => said(send(events.sendMessage, { message, ...more })),
    heard: () =>
      received.filter(({ name }) => name === 'chat-message').map(({ data }) => (data as { message: string }).message),
    push: async (name, matches = () => true) => {
      const find = () => received.find((one) => one.name === name && matches(one.data as never))
      while (!find())
        await once(socket as unknown as NodeJS.EventEmitter, name, { signal: AbortSignal.timeout(patience) })
      return find()?.data as Push<typeof name>
    },
    close: () => void socket.disconnect(),
  }
}

async function said(answer: Promise<Acknowledgement<typeof events.sendMessage>>) {
  const acknowledgement = await answer
  if (!acknowledgement.ok) throw new Error(`The message was refused: ${acknowledgement.error.message}`)
  return acknowledgement
}

/** Returns the cookie that the server gives a browser with its first handshake. */
export async function newVisitorCookie(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/socket.io/?EIO=4&transport=polling`)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
