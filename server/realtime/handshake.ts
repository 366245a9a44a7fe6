import proxyAddress from '@fastify/proxy-addr'
import type { Config } from '#server/config/config.ts'
import { isForeignName, isOwn } from '#server/http/origin.ts'
import { sessionCookie } from '#server/http/session-cookie.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

const visitorCookie = 'mothlight_visitor'

/** How long a browser stays the same visitor without coming back, in seconds. */
const visitorMaxAge = 180 * 24 * 3600

/** What the first request of a socket states about its client. */
export interface Handshake {
  /** The token of the session, when the browser has one. */
  readonly sessionToken: string | undefined
  /** SHA-256 of the token that identifies the browser while nobody is signed in. */
  readonly visitorHash: Buffer
  /** The client's network address, as reported by trusted proxies. */
  readonly address: string
  readonly userAgent: string
}

export interface Handshakes {
  /** Returns whether a page of this product (or a script, which names no page) opens the socket. */
  isAllowed(request: IncomingMessage): boolean
  read(request: IncomingMessage): Handshake
  /**
   * Returns the cookie that identifies a browser, new or extended. Scripts can't read it, requests of other sites don't
   * carry it.
   */
  cookie(request: IncomingMessage): string
}

/**
 * Creates the reader of handshakes.
 * @param parseCookies parses a Cookie header
 * @param mainPort the port of the product's pages, which differs from the chat's own. Called at each handshake, because
 * it is known only once the product listens.
 */
export function openHandshakes(
  config: Config,
  parseCookies: (header: string) => Readonly<Record<string, string | undefined>>,
  mainPort: () => number,
): Handshakes {
  const trust = trusted(config.trustProxy)
  /** Tokens of new visitors, until their first reply has carried the cookie. */
  const made = new WeakMap<IncomingMessage, string>()

  const cookiesOf = (request: IncomingMessage) => parseCookies(request.headers.cookie ?? '')
  const tokenOf = (request: IncomingMessage) => {
    const sent = cookiesOf(request)[visitorCookie]
    const known = sent && /^[\w-]{43}$/.test(sent) ? sent : made.get(request)
    if (known) return known
    const token = randomBytes(32).toString('base64url')
    made.set(request, token)
    return token
  }
  const viaProxy = (request: IncomingMessage, header: string) =>
    trust(request.socket.remoteAddress ?? '', 0) ? last(request.headers[header]) : undefined
  const protocolOf = (request: IncomingMessage) =>
    viaProxy(request, 'x-forwarded-proto') ?? ((request.socket as TLSSocket).encrypted ? 'https' : 'http')
  const hostOf = (request: IncomingMessage) => viaProxy(request, 'x-forwarded-host') ?? request.headers.host ?? ''

  return {
    isAllowed: (request) => {
      const { origin } = request.headers
      if (origin === undefined) return true
      const [protocol, host] = [protocolOf(request), hostOf(request)]
      if (isForeignName(config, host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1'))) return false
      const hosts = [host, withPort(host, mainPort())]
      return hosts.some((one) =>
        isOwn(origin, { protocol, host: one } as Parameters<typeof isOwn>[1], config.publicUrl),
      )
    },
    read: (request) => ({
      sessionToken: cookiesOf(request)[sessionCookie],
      visitorHash: createHash('sha256').update(tokenOf(request)).digest(),
      address: proxyAddress(request, trust),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    }),
    cookie: (request) => {
      const secure = config.isHttps || protocolOf(request) === 'https' || request.headers.origin?.startsWith('https:')
      return `${visitorCookie}=${tokenOf(request)}; Path=/; Max-Age=${visitorMaxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    },
  }
}

type Trust = (address: string, hop: number) => boolean

function trusted(setting: Config['trustProxy']): Trust {
  if (typeof setting === 'boolean') return () => setting
  return proxyAddress.compile(setting.split(',').map((part) => part.trim()))
}

/** Returns the last value of a header, which the proxy next to this server wrote. */
const last = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim() || undefined

/** Returns a Host header's value with another port. */
function withPort(host: string, port: number): string {
  const name = host.replace(/:\d+$/, '')
  return port === 80 ? name : `${name}:${port}`
}
