import proxyAddress from '@fastify/proxy-addr'
import type { Config } from '#server/config/config.ts'
import { withRequestId } from '#server/config/request-context.ts'
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Crockford's: without letters that look like digits, because people read ids out to one another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 12

const pool = Buffer.alloc(length * 256)
let used = pool.length

/** A fresh id, short enough to be read out: 12 letters and digits. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let id = ''
  for (const end = used + length; used < end; used++) id += alphabet[(pool[used] ?? 0) & 31]
  return id
}

/** What a proxy may call a request: a word that can stand in a header, a log line and a toast as it is. */
const wellFormed = /^[\w.-]{8,64}$/

/**
 * Names requests. The `X-Request-Id` of a proxy is taken over when it is one of TRUST_PROXY and the id is a plain word;
 * anybody else's is replaced, so that nobody can write under another's id into the log.
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

/** Has every reply carry its request's id, and every log line that is written on the way. */
export function carryRequestIds(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _reply, done) => withRequestId(request.id, done))
  // Reading a body leaves the context: its events belong to the connection.
  http.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done))
}
