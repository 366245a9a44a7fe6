import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { constants } from 'node:zlib'
import { answerError, answerErrors } from './errors.ts'
import { limitPatience, slowestUploadSeconds, takeBytes } from './bytes-body.ts'
import { OpenConnections } from './open-connections.ts'
import { refuseForeignOrigins, refuseOtherThanOneHost } from './origin.ts'
import { refusePackedBodies } from './packed-body.ts'
import { parserErrorAnswer } from './parser-errors.ts'
import { carryRequestIds, requestIds } from './request-id.ts'
import { securityHeaders, setSecurityHeaders } from './security-headers.ts'
import { limitSlowReaders } from './slow-readers.ts'
import { shouldUpgrade } from './socket-requests.ts'

/** Largest body that a call may send, in bytes: the longest report in four-byte characters fits. */
const bodyLimit = 1024 * 1024

export interface HttpServer {
  readonly http: FastifyInstance
  /** What it has accepted. */
  readonly connections: OpenConnections
}

/** A Fastify server with everything that no feature should have to think of: headers, limits, errors, origins. */
export async function openHttpServer(config: Config, log: Logger): Promise<HttpServer> {
  const connections = new OpenConnections()
  const headers = securityHeaders(config)
  const http = Fastify({
    // A missing Host is refused below, in the shape of every refusal.
    http: { shouldUpgradeCallback: shouldUpgrade, requireHostHeader: false },
    loggerInstance: log,
    // One line for every request would cost more than most of the requests; refusals and failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: config.trustProxy,
    genReqId: requestIds(config.trustProxy),
    // Log lines get the id from the request's context: a logger for each request would cost more.
    childLoggerFactory: (logger) => logger,
    // No id is that long: it is answered as unknown, like any other.
    routerOptions: { maxParamLength: 20_000 },
    // During a stop a request that still comes over an open connection is served, and is its last.
    return503OnClosing: false,
    clientErrorHandler: parserErrorAnswer(connections, log, headers),
    // Malformed addresses: no hook sees them.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('cache-control', 'no-store').header('x-request-id', request.id)
      answerError(error, request, reply)
    },
    requestTimeout: slowestUploadSeconds(config.attachments.maxBytes) * 1000,
    keepAliveTimeout: 72_000,
  }) as unknown as FastifyInstance

  connections.follow(http.server)
  // An expectation that is not understood may be left aside (RFC 9110, section 10.1.1).
  http.server.on('checkExpectation', (request, reply) => http.server.emit('request', request, reply))
  // Sockets answer requests of their own before any hook.
  http.addHook('onReady', async () => void http.server.prependListener('request', connections.onRequest))
  carryRequestIds(http)

  // JSON only: a form of another site can't send it. An absent body is fine for the calls that take none.
  http.removeContentTypeParser('text/plain')
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })

  takeBytes(http)
  limitPatience(http)

  answerErrors(http)
  setSecurityHeaders(http, headers)
  await http.register(cookie)
  await http.register(compress, {
    threshold: 2048,
    globalDecompression: false,
    // The quickest comes first: a tenth larger than what zstd makes of an answer of some kilobytes, in a third of the time.
    encodings: ['br', 'zstd', 'gzip', 'deflate'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } },
  })
  refusePackedBodies(http)
  refuseOtherThanOneHost(http)
  limitSlowReaders(http)
  refuseForeignOrigins(http, config)
  http.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint, isAlikeForAll } = request.routeOptions.config
    const isRefusal = reply.statusCode >= 400
    if (isAlikeForAll && !isRefusal) void reply.header('cache-control', 'no-cache')
    else if (request.url.startsWith('/api/') && (endpoint?.gives !== 'file' || isRefusal)) {
      void reply.header('cache-control', 'no-store')
    }
    void reply.header('x-request-id', request.id)
    done(null, payload)
  })
  return { http, connections }
}
