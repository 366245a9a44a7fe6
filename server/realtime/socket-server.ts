import '@fastify/cookie'
import type { Actor } from '#server/access/actor.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { networkOf } from '#server/http/network.ts'
import { maxFrameBytes } from '#shared/chat/words.ts'
import type { FastifyInstance } from 'fastify'
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { ConnectionLimit } from './connection-limit.ts'
import { type Handshake, openHandshakes } from './handshake.ts'
import type { Nodes } from './nodes/nodes.ts'

/** What the server remembers of an open socket. */
export interface SocketFacts {
  handshake: Handshake
  /** Who holds the session that the socket was opened with, as of the last look. */
  actor: Actor | null
  /** The visitor's conversation, once it is known. */
  conversationId?: string
  /** What its page shows, as it said last. */
  looking?: { readonly bugId: string | undefined; readonly isEditing: boolean }
  /** The name that an anonymous visitor has given themselves. */
  name?: string
}

export type ClientSocket = Socket<Incoming, Outgoing, Record<string, never>, SocketFacts>
export type Incoming = Record<string, (...args: unknown[]) => void>
export type Outgoing = Record<string, (data: unknown) => void>
export type Sockets = Server<Incoming, Outgoing, Record<string, never>, SocketFacts>

export interface SocketServer {
  readonly io: Sockets
  /** Also answers on a port of its own, for clients that know the chat as a server beside the product's. @returns the port */
  listen(host: string, port: number): Promise<number>
  /** Takes no more connections and ends those there are. */
  close(): Promise<void>
}

/**
 * Socket.IO on the product's own server, path `/socket.io`. Frames are limited, foreign pages are refused at the
 * handshake, and a browser without one is given the cookie by which it is known again.
 * @param resolveActor who holds a session token; null when nobody does any more
 * @param nodes with which the limit of connections is shared
 */
export function openSocketServer(
  http: FastifyInstance,
  config: Config,
  log: Logger,
  resolveActor: (token: string) => Promise<Actor | null>,
  nodes: Nodes,
): SocketServer {
  const handshakes = openHandshakes(
    config,
    (header) => http.parseCookie(header),
    () => (http.server.address() as AddressInfo | null)?.port ?? config.port,
  )
  const limit = new ConnectionLimit(config.limits.chatConnections, nodes)
  const io: Sockets = new Server(http.server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: maxFrameBytes,
    perMessageDeflate: false,
    cors: (request: IncomingMessage, answer: (error: null, options: object) => void) =>
      answer(null, { origin: handshakes.isAllowed(request) && request.headers.origin, credentials: true }),
    // Who has connected has 10 seconds to say what for.
    connectTimeout: 10_000,
    allowRequest: (request, decide) => {
      if (!handshakes.isAllowed(request)) decide('This product’s own pages only.', false)
      else if (isNew(request) && limit.isReached(networkOf(handshakes.read(request).address))) {
        decide('Too many connections from this address; close some.', false)
      } else decide(null, true)
    },
  } as ConstructorParameters<typeof Server>[1])

  io.engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    headers['set-cookie'] = handshakes.cookie(request)
  })
  const opening = new WeakMap<object, Handshake>()
  io.engine.on('connection', (connection: EngineConnection) => {
    const { request } = connection
    if (!request) return
    const handshake = handshakes.read(request)
    opening.set(connection, handshake)
    // Nobody reads it again: some 2 KB a socket.
    connection.request = null
    const network = networkOf(handshake.address)
    limit.enter(network)
    connection.once('close', () => limit.leave(network))
  })
  io.use(async (socket, next) => {
    try {
      const handshake = opening.get(socket.conn)
      if (!handshake) throw new Error('A socket without a connection.')
      const actor = handshake.sessionToken ? await resolveActor(handshake.sessionToken) : null
      Object.assign(socket.data, { handshake, actor } satisfies SocketFacts)
      next()
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be opened')
      next(new Error('The server can’t be reached at the moment; try again.'))
    }
  })

  let own: HttpServer | undefined
  return {
    io,
    listen: async (host, port) => {
      own = createServer((_request, reply) => {
        reply.writeHead(404).end()
      })
      attach(own, io)
      await new Promise<void>((resolve, reject) => {
        own?.once('error', reject)
        own?.listen(port, host, resolve)
      })
      return (own.address() as AddressInfo).port
    },
    close: async () => {
      io.disconnectSockets(true)
      io.engine.close()
      const server = own
      if (server) {
        await new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        })
      }
    },
  }
}

/** A connection as the engine opens it, for all that goes over it. */
interface EngineConnection {
  /** What it was opened with. */
  request: IncomingMessage | null
  once(event: 'close', run: () => void): void
}

/** Whether a request opens a connection, rather than being part of one. */
const isNew = (request: IncomingMessage) => !new URL(request.url ?? '/', 'http://host').searchParams.has('sid')

/** Lets a second HTTP server hand its requests to the same engine, so that both ports serve the same sockets. */
function attach(server: HttpServer, io: Sockets): void {
  const isChat = (url: string | undefined) => url?.startsWith('/socket.io') === true
  const answerOthers = server.listeners('request') as ((...args: unknown[]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, reply) => {
    if (isChat(request.url)) io.engine.handleRequest(request as never, reply)
    else answerOthers.forEach((answer) => answer(request, reply))
  })
  server.on('upgrade', (request, socket, head) => {
    if (isChat(request.url)) io.engine.handleUpgrade(request as never, socket as never, head)
    else socket.destroy()
  })
}
