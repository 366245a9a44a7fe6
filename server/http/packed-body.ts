import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * Refuses bodies that came packed: some kilobytes of them can unpack to gigabytes, and no client of ours packs what it
 * sends.
 */
export function refusePackedBodies(http: FastifyInstance): void {
  http.addHook('onRequest', ({ headers }, _reply, done) => {
    const encoding = headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') done()
    else done(new AppError('unsupported-media-type', 'The body must come as it is: send no Content-Encoding.'))
  })
}
