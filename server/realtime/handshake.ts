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

/** What a socket's first request tells of its client. */
export interface Handshake {
  /** Of the session, when the browser has one. */
  readonly sessionToken: string | undefined
  /** SHA-256 of the token by which the browser is known again while nobody is signed in. */
  readonly visitorHash: Buffer
  /** The client's network address, as far as the trusted proxies tell. */
  readonly address: string
  readonly userAgent: string
}

export interface Handshakes {
  /** Whether a page of this product (or a script, which names no page) opens the socket. */
  isAllowed(request: IncomingMessage): boolean
  read(request: IncomingMessage): Handshake
  /** The cookie by which a browser is known, new or for longer: scripts can't read it, other sites' requests don't carry it. */
  cookie(request: IncomingMessage): string
}

/**
 * @param parseCookies reads a Cookie header
 * @param mainPort where the product's pages come from: another port than the chat's own. Asked at each handshake,
 *   because it is known only once the product listens.
 */
export function openHandshakes(
  config: Config,
  parseCookies: (header: string) => Readonly<Record<string, string | undefined>>,
  mainPort: () => number,
): Handshakes {
  const trust = trusted(config.trustProxy)
  /** New visitors' tokens, until their first reply has carried the cookie. */
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

/** The last value of a header: what the proxy next to this server wrote. */
const last = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim() || undefined

/** A Host header's value with another port. */
function withPort(host: string, port: number): string {
  const name = host.replace(/:\d+$/, '')
  return port === 80 ? name : `${name}:${port}`
}
