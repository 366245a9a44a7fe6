import type { IncomingMessage } from 'node:http'

/** Returns whether a request is for the sockets. */
export function isOfSockets({ url }: IncomingMessage): boolean {
  return url?.startsWith('/socket.io/') === true
}

/**
 * Returns whether a request becomes a socket: only those of the one supported protocol do. Other upgrades are ignored.
 */
export function shouldUpgrade(request: IncomingMessage): boolean {
  return isOfSockets(request) && request.headers.upgrade?.toLowerCase() === 'websocket'
}
