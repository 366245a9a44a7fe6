import type { IncomingMessage } from 'node:http'

/** Whether a request is for the sockets. */
export function isOfSockets({ url }: IncomingMessage): boolean {
  return url?.startsWith('/socket.io/') === true
}

/** Which requests become sockets: theirs, by the one protocol that they speak. Other offers to upgrade are ignored. */
export function shouldUpgrade(request: IncomingMessage): boolean {
  return isOfSockets(request) && request.headers.upgrade?.toLowerCase() === 'websocket'
}
