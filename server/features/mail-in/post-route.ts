import { AppError } from '#server/http/app-error.ts'
import { extendBodyTimeout } from '#server/http/binary-body.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { maxMailBytes } from './received-store.ts'
import { type Receive, Refused } from './receive.ts'

const path = '/api/mail/in'

/** Serves POST /api/mail/in to whoever knows the secret, which is asked before anything of the mail is read. */
export async function serveMailRoute(
  http: FastifyInstance,
  secret: string | undefined,
  receive: Receive,
): Promise<void> {
  if (secret === undefined) {
    http.post(path, (_request, reply) => reply.callNotFound())
    return
  }
  const expected = digest(`Bearer ${secret}`)
  await http.register(async (scope) => {
    scope.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      path,
      {
        bodyLimit: maxMailBytes,
        onRequest: async (request: FastifyRequest) => {
          // Both have the same length whatever was sent, so the time of the comparison shows nothing.
          if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
            throw new AppError('not-signed-in', 'Send MAIL_IN_SECRET: Authorization: Bearer ….')
          }
          extendBodyTimeout(request.raw)
        },
      },
      async ({ body }) => {
        if (!Buffer.isBuffer(body) || body.length === 0) {
          throw new AppError('unsupported-media-type', 'The body must be a mail: send Content-Type: message/rfc822.')
        }
        try {
          await receive({ cameBy: 'http', envelope: { to: [] }, raw: body })
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          throw new AppError('unavailable', 'The mail can’t be stored now. Nothing was changed; try again.', {
            retryAfterSeconds: 60,
          })
        }
        return { isTaken: true }
      },
    )
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
