import type { FastifyInstance } from 'fastify'
import { Socket } from 'node:net'

/** Time for which a client may read nothing of an answer, in milliseconds. */
const longestPause = 60_000

/** Smaller answers fit into the system's own buffers, so a client that does not read them blocks nothing. */
const smallAnswer = 16 * 1024

/**
 * Ends connections whose client has stopped reading a large answer, because it would hold the answer's memory or an
 * open file without limit. Between two answers the limits for idle connections apply.
 */
export function limitSlowReaders(http: FastifyInstance, pause = longestPause): void {
  http.addHook('onSend', (_request, reply, payload, done) => {
    const size = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : Infinity
    // Nobody listens for the timeout, so it ends the connection. Injected requests have no such socket.
    if (payload && size > smallAnswer && reply.raw.socket instanceof Socket) reply.raw.setTimeout(pause)
    done(null, payload)
  })
}
