import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * Refuses writes that another site's page makes a browser send. Browsers always name the page's origin on a write;
 * scripts, which name none, carry no cookie that they were not given.
 * @param publicUrl the one origin to accept; undefined: the host that was called
 */
export function refuseForeignOrigins(http: FastifyInstance, publicUrl: string | undefined): void {
  http.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const { origin, 'sec-fetch-site': site } = request.headers
    const foreign =
      origin === undefined
        ? site !== undefined && site !== 'same-origin' && site !== 'none'
        : !isOwn(origin, request, publicUrl)
    if (foreign) throw new AppError('origin-refused', 'Writes are accepted from this product’s own pages only.')
  })
}

/** True when `origin` is this product's own. */
export function isOwn(
  origin: string,
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined && origin === publicUrl) return true
  if (publicUrl !== undefined && !isLoopbackOrigin(origin)) return false
  return origin === `${request.protocol}://${request.host}`
}

const isLoopbackOrigin = (origin: string) => /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(origin)
