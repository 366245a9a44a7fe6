import type { FastifyInstance } from 'fastify'

/**
 * GET /healthz: the process is alive. GET /readyz: it can serve people; 503 with the reason while it can't.
 * @param whyNotReady null when everything that requests need is there
 */
export function serveHealth(http: FastifyInstance, whyNotReady: () => Promise<string | null>): void {
  http.get('/healthz', async () => ({ status: 'alive' }))
  http.get('/readyz', async (_request, reply) => {
    const reason = await whyNotReady()
    if (reason) return reply.code(503).send({ status: 'not ready', reason })
    return { status: 'ready' }
  })
}
