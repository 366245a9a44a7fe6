import { type Config, isLoopback } from '#server/config/config.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from './app-error.ts'

/**
 * Refuses writes that another site's page makes a browser send. Browsers always name the page's origin on a write.
 * Scripts, which don't, carry only cookies that they were given.
 * @param config `publicUrl` is the only origin to accept; undefined: the host that was called
 */
export function refuseForeignOrigins(
  http: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>,
): void {
  http.addHook('onRequest', (request, _reply, done) => {
    done(request.method === 'GET' || request.method === 'HEAD' ? undefined : refusalOf(config, request))
  })
}

/** Refuses requests that name no host or several, because this server and a proxy could each read a different one. */
export function refuseOtherThanOneHost(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _reply, done) => {
    done(namesOneHost(request.raw) ? undefined : new AppError('invalid-input', 'Send one Host header.'))
  })
}

/** Returns whether a request has one Host header (RFC 9112, section 3.2); HTTP/1.0 may leave it out. */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Returns why a write is refused; undefined where it is not. */
function refusalOf(
  config: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>,
  request: FastifyRequest,
): AppError | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers
  const foreign =
    origin === undefined
      ? site !== undefined && site !== 'same-origin' && site !== 'none'
      : !isOwn(origin, request, config.publicUrl)
  if (foreign) return new AppError('origin-refused', 'Writes are accepted from this product’s own pages only.')
  if (!isForeignName(config, request.hostname)) return undefined
  return new AppError('origin-refused', 'This server does not know itself by this name: set PUBLIC_URL to its address.')
}

/**
 * Returns whether a host name is not this server's. Where only this machine's own browser reaches the server, a name
 * from the public DNS is an attack.
 * @param host without a port
 */
export function isForeignName(config: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>, host: string): boolean {
  const isPrivate = config.publicUrl === undefined && config.trustProxy === false && isLoopback(config.host)
  return isPrivate && isPublicName(host)
}

/** Endings of names that nobody can register, so that nobody can point them to another machine. */
const reserved = /\.(localhost|local|internal|test|example|invalid|home\.arpa|lan)$/

/** Returns whether a name may exist in the public DNS, where its owner decides to which address it points. */
function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !reserved.test(name) && isIP(name) === 0
}

/** Returns whether `origin` is this product's own. */
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
