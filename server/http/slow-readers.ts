import type { FastifyInstance } from 'fastify'
import { Socket } from 'node:net'

/** How long a client may take nothing of an answer, in milliseconds. */
const longestPause = 60_000

/** Answers that are not larger fit into the system's own buffers: a client that does not read them holds up nothing. */
const smallAnswer = 16 * 1024

/**
 * Ends connections whose client has stopped reading a large answer: it would hold the answer's memory, or a file that is
 * open, for as long as it likes. Between two answers the limits for idle connections hold.
 */
export function limitSlowReaders(http: FastifyInstance, pause = longestPause): void {
  http.addHook('onSend', (_request, reply, payload, done) => {
    const size = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : Infinity
    // Nobody listens for the timeout, so it ends the connection. What answers without a network has no such socket.
    if (payload && size > smallAnswer && reply.raw.socket instanceof Socket) reply.raw.setTimeout(pause)
    done(null, payload)
  })
}
