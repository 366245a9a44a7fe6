import proxyAddress from '@fastify/proxy-addr'
import type { Config } from '#server/config/config.ts'
import { withRequestId } from '#server/config/request-context.ts'
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Crockford's alphabet, without letters that look like digits, because people read ids aloud to each other. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 12

const pool = Buffer.alloc(length * 256)
let used = pool.length

/** Returns a new id that is short enough to be read aloud: 12 letters and digits. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let id = ''
  for (const end = used + length; used < end; used++) id += alphabet[(pool[used] ?? 0) & 31]
  return id
}

/** An id that a proxy may give: a word that can stand in a header, a log line and a toast. */
const wellFormed = /^[\w.-]{8,64}$/

/**
 * Returns the function that names requests. It uses the `X-Request-Id` of a proxy of TRUST_PROXY if that is a plain
 * word, and replaces any other, so that nobody can write log lines under another request's id.
 */
export function requestIds(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  if (typeof trustProxy === 'boolean') return newRequestId
  const isTrusted = proxyAddress.compile(trustProxy.split(',').map((part) => part.trim()))
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isKept = typeof given === 'string' && wellFormed.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    return isKept ? given : newRequestId()
  }
}

/** Adds the request's id to every reply and to every log line that is written for it. */
export function carryRequestIds(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _reply, done) => withRequestId(request.id, done))
  // Reading a body leaves the context, because its events belong to the connection.
  http.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done))
}
