import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Time for the last bytes to leave a connection that a stop ends, in milliseconds. */
const flushedWithin = 1000

interface OpenConnection {
  readonly replies: Set<ServerResponse>
  isUpgraded: boolean
}

/**
 * Tracks the connections of an HTTP server, so that a stop can end idle ones. Node ends neither those on which nothing
 * has been sent yet nor those that became sockets.
 */
export class OpenConnections {
  readonly #open = new Map<Socket, OpenConnection>()
  #isClosing = false

  /**
   * Tracks the connections that a server accepts. `onRequest` reports their requests, because listeners for requests
   * replace one another.
   */
  follow(server: Server): void {
    server.on('connection', (socket: Socket) => {
      // The server stops listening a little later than the stop begins.
      if (this.#isClosing) return void socket.destroy()
      this.#open.set(socket, { replies: new Set(), isUpgraded: false })
      socket.once('close', () => this.#open.delete(socket))
    })
    server.on('upgrade', ({ socket }: IncomingMessage) => {
      const connection = this.#open.get(socket)
      if (connection) connection.isUpgraded = true
    })
  }

  /** Call it for each request before any other listener. */
  readonly onRequest = ({ socket }: IncomingMessage, reply: ServerResponse): void => {
    const replies = this.#open.get(socket)?.replies
    replies?.add(reply)
    reply.once('close', () => {
      replies?.delete(reply)
      if (this.#isClosing && replies?.size === 0) end(socket)
    })
  }

  /** Returns whether part of an answer has been sent already, so that no other answer can be sent. */
  isAnswering(socket: Socket): boolean {
    return [...(this.#open.get(socket)?.replies ?? [])].some((reply) => reply.headersSent)
  }

  /** Ends idle connections, and from now on each of the others after its last answer. */
  endIdle(): void {
    this.#isClosing = true
    for (const [socket, { replies, isUpgraded }] of this.#open) if (replies.size === 0 && !isUpgraded) end(socket)
  }

  /** Ends the connections that became sockets. */
  endUpgraded(): void {
    for (const [socket, { isUpgraded }] of this.#open) if (isUpgraded) end(socket)
  }

  /** Cuts off all that are left. */
  cutAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }
}

/** Ends a connection when its last bytes have left, or shortly afterwards if the client doesn't read them. */
function end(socket: Socket): void {
  socket.destroySoon()
  const cut = setTimeout(() => socket.destroy(), flushedWithin)
  socket.once('close', () => clearTimeout(cut))
}
