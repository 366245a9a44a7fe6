import { type Config, isLoopback } from '#server/config/config.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from './app-error.ts'

/**
 * Refuses writes that another site's page makes a browser send. Browsers always name the page's origin on a write;
 * scripts, which name none, carry no cookie that they were not given.
 * @param config `publicUrl` is the one origin to accept; undefined: the host that was called
 */
export function refuseForeignOrigins(
  http: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>,
): void {
  http.addHook('onRequest', (request, _reply, done) => {
    done(request.method === 'GET' || request.method === 'HEAD' ? undefined : refusalOf(config, request))
  })
}

/** Refuses requests that name no host or several: this server and a proxy before it could each believe another one. */
export function refuseOtherThanOneHost(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _reply, done) => {
    done(namesOneHost(request.raw) ? undefined : new AppError('invalid-input', 'Send one Host header.'))
  })
}

/** True for a request with one Host header (RFC 9112, section 3.2); HTTP/1.0 may leave it out. */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Why a write is refused; undefined where it is not. */
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
 * True for a name that is not this server's: where only this machine's own browser reaches it, a name that the public
 * directory of names leads here is a trick.
 * @param host without a port
 */
export function isForeignName(config: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>, host: string): boolean {
  const isPrivate = config.publicUrl === undefined && config.trustProxy === false && isLoopback(config.host)
  return isPrivate && isPublicName(host)
}

/** Endings of names that nobody can register, so that nobody can make them lead to somebody else's machine. */
const reserved = /\.(localhost|local|internal|test|example|invalid|home\.arpa|lan)$/

/** True for a name that may stand in the public directory of names: whoever owns it decides where it leads. */
function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !reserved.test(name) && isIP(name) === 0
}

/** True when `origin` is this product's own. */
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
