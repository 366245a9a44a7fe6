import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from './app-error.ts'

/**
 * Returns the seconds that a whole request may take to arrive at most, where the largest file has so many bytes: 25 MiB
 * at 30 kB a second, more at 100 kB a second.
 */
export function slowestUploadSeconds(maxBytes: number): number {
  return Math.max(900, Math.ceil(maxBytes / 100_000))
}

/** Seconds that any other body may take. */
const slowestBodySeconds = 60

/** Seconds for which the rest of a refused body is read and dropped, so that its sender can read the answer. */
const longestRestSeconds = 5

/**
 * Passes bodies as streams to the endpoints that declare it. Other endpoints refuse such a body, and these refuse any
 * other.
 */
export function acceptBinaryBody(http: FastifyInstance): void {
  http.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.takes === 'bytes') done(null, payload)
    else done(new AppError('unsupported-media-type', 'The body must be JSON: send Content-Type: application/json.'))
  })
}

/** What mail programs send to unsubscribe (RFC 8058, section 3.2). */
const oneClickForms = ['application/x-www-form-urlencoded', 'multipart/form-data']
/** Bytes that they need at most. */
const longestForm = 2048

/** Accepts the form of a mail program for the endpoint that declares it, and for no other: another site's page can send one too. */
export function acceptOneClickForms(http: FastifyInstance): void {
  http.addContentTypeParser(oneClickForms, { parseAs: 'string', bodyLimit: longestForm }, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.takes === 'one-click') done(null, String(body))
    else done(new AppError('unsupported-media-type', 'The body must be JSON: send Content-Type: application/json.'))
  })
}

/**
 * Refuses a form, of either type, without what RFC 8058 asks for: programs that look for harm in mails post to the links in them.
 * @throws AppError invalid-input
 */
export function requireOneClick({ body }: FastifyRequest): void {
  const asked = /(^|&)List-Unsubscribe=One-Click(&|$)|name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/
  if (typeof body !== 'string' || !asked.test(body))
    throw new AppError('invalid-input', 'The body must be the form List-Unsubscribe=One-Click.')
}

/** The timers of the bodies that are being received. */
const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Ends requests whose body arrives too slowly, for every address: the server's own limit must allow the largest
 * uploads. Once a request is answered, the rest of its body has only a few seconds.
 */
export function setBodyTimeout(
  http: FastifyInstance,
  { bodySeconds, restSeconds } = { bodySeconds: slowestBodySeconds, restSeconds: longestRestSeconds },
): void {
  const watch = (request: IncomingMessage, reply: ServerResponse) => {
    if (clocks.has(request) || !hasBody(request)) return
    startClock(request, bodySeconds)
    reply.once('finish', () => {
      if (request.complete) return
      startClock(request, restSeconds)
      request.resume()
    })
  }
  http.addHook('onRequest', (request, reply, done) => {
    watch(request.raw, reply.raw)
    done()
  })
  // Requests that sockets answer never reach the hooks.
  http.addHook('onReady', async () => void http.server.prependListener('request', watch))
}

/** Lets a body take as long as the largest upload, for a caller who may send one. */
export function extendBodyTimeout(request: IncomingMessage): void {
  clearTimeout(clocks.get(request))
}

function startClock(request: IncomingMessage, seconds: number): void {
  clearTimeout(clocks.get(request))
  const clock = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, seconds * 1000).unref()
  clocks.set(request, clock)
  request.once('close', () => clearTimeout(clock))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
