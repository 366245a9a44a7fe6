import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Refuses compressed bodies: a few kilobytes can unpack to gigabytes, and our client never sends them. */
export function refusePackedBodies(http: FastifyInstance): void {
  http.addHook('onRequest', ({ headers }, _reply, done) => {
    const encoding = headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') done()
    else done(new AppError('unsupported-media-type', 'The body must come as it is: send no Content-Encoding.'))
  })
}
