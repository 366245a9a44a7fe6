import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** How long a whole request may take to arrive at most: 25 MiB at 30 kB a second. */
export const slowestUploadSeconds = 900

/** How long any other body may take. */
const slowestBodySeconds = 60

/** Hands bodies on as streams to the endpoints that declare it. Others don't take such a body, nor do these another. */
export function takeBytes(http: FastifyInstance): void {
  http.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.takes === 'bytes') done(null, payload)
    else done(new AppError('unsupported-media-type', 'The body must be JSON: send Content-Type: application/json.'))
  })
}

/** Ends requests whose body comes in too slowly: the server's own limit has to let the largest uploads pass. */
export function limitPatience(http: FastifyInstance): void {
  http.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint?.takes === 'bytes' || !hasBody(request)) return
    const timer = setTimeout(() => request.raw.destroy(), slowestBodySeconds * 1000)
    request.raw.once('close', () => clearTimeout(timer))
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
