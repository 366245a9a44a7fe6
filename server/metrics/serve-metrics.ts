import { AppError } from '#server/http/app-error.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The metrics of this process as Prometheus reads them. */
export interface Exposition {
  readonly contentType: string
  text(): Promise<string>
}

/**
 * GET /metrics, for those alone who know the token.
 * @param token METRICS_TOKEN
 */
export function serveMetrics(http: FastifyInstance, token: string, exposition: Exposition): void {
  const expected = digest(`Bearer ${token}`)
  http.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    // Of equal length, whatever was sent: the time of the comparison tells nothing.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      void reply.header('www-authenticate', 'Bearer')
      throw new AppError('not-signed-in', 'Send METRICS_TOKEN: Authorization: Bearer ….')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(exposition.contentType)
      .send(await exposition.text())
  })
}

/** Without METRICS_TOKEN there is nothing here: not even the page that other unknown addresses get. */
export function hideMetrics(http: FastifyInstance): void {
  http.get('/metrics', { exposeHeadRoute: false }, (_request, reply) => reply.callNotFound())
}

const digest = (text: string) => createHash('sha256').update(text).digest()
