import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { constants } from 'node:zlib'
import { answerError, answerErrors } from './errors.ts'
import { acceptBinaryBody, acceptOneClickForms, setBodyTimeout, slowestUploadSeconds } from './binary-body.ts'
import { OpenConnections } from './open-connections.ts'
import { refuseForeignOrigins, refuseOtherThanOneHost } from './origin.ts'
import { refusePackedBodies } from './packed-body.ts'
import { parserErrorAnswer } from './parser-errors.ts'
import { carryRequestIds, requestIds } from './request-id.ts'
import { securityHeaders, setSecurityHeaders } from './security-headers.ts'
import { limitSlowReaders } from './slow-readers.ts'
import { shouldUpgrade } from './socket-requests.ts'

/** Largest body of a call in bytes: the longest report in four-byte characters fits. */
const bodyLimit = 1024 * 1024

export interface HttpServer {
  readonly http: FastifyInstance
  /** The connections that it has accepted. */
  readonly connections: OpenConnections
}

/**
 * Creates a Fastify server with everything that features should not have to think of: headers, limits, errors, origins.
 */
export async function openHttpServer(config: Config, log: Logger): Promise<HttpServer> {
  const connections = new OpenConnections()
  const headers = securityHeaders(config)
  const http = Fastify({
    // A missing Host is refused below, in the shape of every refusal.
    http: { shouldUpgradeCallback: shouldUpgrade, requireHostHeader: false },
    loggerInstance: log,
    // A log line for every request would cost more than most requests. Refusals and failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    // A slow machine needs more than its ten seconds for a plugin, and a start that failed for that would fail again.
    pluginTimeout: 0,
    trustProxy: config.trustProxy,
    genReqId: requestIds(config.trustProxy),
    // Log lines get the id from the request's context, because a logger for each request would cost more.
    childLoggerFactory: (logger) => logger,
    // No id is that long, so a longer one is answered as unknown.
    routerOptions: { maxParamLength: 20_000 },
    // During a stop, one more request on an open connection is served.
    return503OnClosing: false,
    clientErrorHandler: parserErrorAnswer(connections, log, headers),
    // Malformed addresses don't reach the hooks.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('cache-control', 'no-store').header('x-request-id', request.id)
      answerError(error, request, reply)
    },
    requestTimeout: slowestUploadSeconds(config.attachments.maxBytes) * 1000,
    keepAliveTimeout: 72_000,
  }) as unknown as FastifyInstance

  connections.follow(http.server)
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1).
  http.server.on('checkExpectation', (request, reply) => http.server.emit('request', request, reply))
  // Sockets answer their requests before any hook runs.
  http.addHook('onReady', async () => void http.server.prependListener('request', connections.onRequest))
  carryRequestIds(http)

  // JSON only: a form of another site can't send it. Calls without a body accept an absent one.
  http.removeContentTypeParser('text/plain')
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })

  acceptBinaryBody(http)
  acceptOneClickForms(http)
  setBodyTimeout(http)

  answerErrors(http)
  setSecurityHeaders(http, headers)
  await http.register(cookie)
  await http.register(compress, {
    threshold: 2048,
    globalDecompression: false,
    // The first is the fastest: for some kilobytes its result is a tenth larger than that of zstd, in a third of the
    // time.
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
