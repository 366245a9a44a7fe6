import { AppError } from '#server/http/app-error.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The metrics of this process in Prometheus's format. */
export interface Exposition {
  readonly contentType: string
  text(): Promise<string>
}

/** Serves GET /metrics to callers with the token. @param token METRICS_TOKEN */
export function serveMetrics(http: FastifyInstance, token: string, exposition: Exposition): void {
  const expected = digest(`Bearer ${token}`)
  http.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    // Both have the same length whatever was sent, so the time of the comparison shows nothing.
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

/** Answers 404 without METRICS_TOKEN, not even with the page of other unknown addresses. */
export function hideMetrics(http: FastifyInstance): void {
  http.get('/metrics', { exposeHeadRoute: false }, (_request, reply) => reply.callNotFound())
}

const digest = (text: string) => createHash('sha256').update(text).digest()
