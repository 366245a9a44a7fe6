import '@fastify/cookie'
import type { Actor } from '#server/access/actor.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { AppError } from '#server/http/app-error.ts'
import { errorBody } from '#server/http/errors.ts'
import type { HttpServer } from '#server/http/http-server.ts'
import { networkOf } from '#server/http/network.ts'
import { namesOneHost } from '#server/http/origin.ts'
import { parserErrorAnswer } from '#server/http/parser-errors.ts'
import { newRequestId } from '#server/http/request-id.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { isOfSockets, shouldUpgrade } from '#server/http/socket-requests.ts'
import { maxFrameBytes } from '#shared/chat/words.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Socket, Server as SocketIo } from 'socket.io'
import { ConnectionLimit } from './connection-limit.ts'
import { type Handshake, openHandshakes } from './handshake.ts'
import type { Nodes } from './nodes/nodes.ts'

/** What the server keeps for an open socket. */
export interface SocketFacts {
  handshake: Handshake
  /** The holder of the session with which the socket was opened, as last checked. */
  actor: Actor | null
  /** The visitor's conversation, once it is known. */
  conversationId?: string
  /** What its page shows, as last reported. */
  looking?: { readonly bugId: string | undefined; readonly isEditing: boolean }
  /** The name that an anonymous visitor has entered. */
  name?: string
}

export type ClientSocket = Socket<Incoming, Outgoing, Record<string, never>, SocketFacts>
export type Incoming = Record<string, (...args: unknown[]) => void>
export type Outgoing = Record<string, (data: unknown) => void>
export type Sockets = SocketIo<Incoming, Outgoing, Record<string, never>, SocketFacts>

export interface SocketServer {
  readonly io: Sockets
  /** Also answers on a second port, for clients that expect a separate chat server. @returns the port */
  listen(host: string, port: number): Promise<number>
  /** Accepts no more connections and closes the open ones. */
  close(): Promise<void>
}

/**
 * Creates Socket.IO on the product's own server, path `/socket.io`. Frames are limited, foreign pages are refused at
 * the handshake, and a browser without one gets the cookie that identifies it.
 * @param resolveActor returns who holds a session token; null when nobody does any more
 * @param nodes with which the limit of connections is shared
 */
export function openSocketServer(
  { http, connections }: HttpServer,
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
  const io: Sockets = new SocketIo(http.server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: maxFrameBytes,
    perMessageDeflate: false,
    cors: (request: IncomingMessage, answer: (error: null, options: object) => void) =>
      answer(null, { origin: handshakes.isAllowed(request) && request.headers.origin, credentials: true }),
    // A new connection has 10 seconds to join a namespace.
    connectTimeout: 10_000,
    allowRequest: (request, decide) => {
      if (!namesOneHost(request)) decide('Send one Host header.', false)
      else if (!handshakes.isAllowed(request)) decide('This product’s own pages only.', false)
      else if (isNew(request) && limit.isReached(networkOf(handshakes.read(request).address))) {
        decide('Too many connections from this address; close some.', false)
      } else decide(null, true)
    },
  } as ConstructorParameters<typeof SocketIo>[1])

  io.engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    headers['set-cookie'] = handshakes.cookie(request)
  })
  const opening = new WeakMap<object, Handshake>()
  io.engine.on('connection', (connection: EngineConnection) => {
    const { request } = connection
    if (!request) return
    const handshake = handshakes.read(request)
    opening.set(connection, handshake)
    // It is not read again, and takes some 2 KB per socket.
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

  // Answers of the engine itself don't reach the hooks that add the headers.
  const headers = securityHeaders(config)
  const giveHeaders = (request: IncomingMessage, reply: ServerResponse) => {
    if (isOfSockets(request)) for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value)
  }
  http.addHook('onReady', async () => void http.server.prependListener('request', giveHeaders))

  let own: Server | undefined
  return {
    io,
    listen: async (host, port) => {
      own = createServer({ shouldUpgradeCallback: shouldUpgrade, requireHostHeader: false })
      connections.follow(own)
      own.on('clientError', parserErrorAnswer(connections, log, headers))
      own.on('request', connections.onRequest)
      own.on('request', giveHeaders)
      attach(own, io, headers)
      await new Promise<void>((resolve, reject) => {
        own?.once('error', reject)
        own?.listen(port, host, resolve)
      })
      return (own.address() as AddressInfo).port
    },
    close: async () => {
      io.disconnectSockets(true)
      io.engine.close()
      // Otherwise a client that does not answer the close would have half a minute.
      connections.endUpgraded()
      await new Promise<void>((resolve) => (own ? own.close(() => resolve()) : resolve()))
    },
  }
}

/** A connection as the engine opens it. */
interface EngineConnection {
  /** The request that opened it. */
  request: IncomingMessage | null
  once(event: 'close', run: () => void): void
}

/** Returns whether a request opens a connection, instead of being part of one. */
const isNew = (request: IncomingMessage) => !new URL(request.url ?? '/', 'http://host').searchParams.has('sid')

/** Lets a second HTTP server pass its requests to the same engine, so that both ports serve the same sockets. */
function attach(server: Server, io: Sockets, headers: Readonly<Record<string, string>>): void {
  server.on('request', (request, reply) => {
    if (isOfSockets(request)) io.engine.handleRequest(request as never, reply)
    else {
      const requestId = newRequestId()
      const refusal = new AppError('not-found', 'The chat’s port serves the chat alone.')
      reply.writeHead(404, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': requestId,
      })
      reply.end(JSON.stringify(errorBody(refusal, requestId)))
    }
  })
  server.on('upgrade', (request, socket, head) => io.engine.handleUpgrade(request as never, socket as never, head))
}
