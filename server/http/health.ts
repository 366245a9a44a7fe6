import type { FastifyInstance } from 'fastify'
import { type Availability, isRefused } from './availability.ts'

/**
 * Serves GET /healthz (the process is alive) and GET /readyz (it can serve people; 503 with the reason while it can't).
 * A server without room on its disk can still read, so it is ready, and says that it only reads.
 * @param whyNotReady returns null when everything that requests need is there
 */
export function serveHealth(
  http: FastifyInstance,
  availability: Availability,
  whyNotReady: () => Promise<string | null>,
): void {
  http.get('/healthz', async () => ({ status: 'alive' }))
  http.get('/readyz', async (_request, reply) => {
    // A query to a silent database would take too long.
    const isAway = isRefused(() => availability.refuseWhileAway())
    const reason = isAway ? 'the database does not answer' : await whyNotReady()
    if (reason) return reply.code(503).send({ status: 'not ready', reason })
    return { status: 'ready', ...(isRefused(() => availability.refuseWrites()) && { readOnly: 'the disk is full' }) }
  })
}
