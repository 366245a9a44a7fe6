import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Name of the session's cookie. */
export const sessionCookie = 'mothlight_session'

/** How long a browser keeps the session, in seconds; the server's own expiry is what counts. */
const maxAgeSeconds = 30 * 24 * 3600

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie]
}

/** Hands the browser its session token; scripts can't read it, other sites' requests don't carry it. */
export function setSessionCookie(reply: FastifyReply, token: string): void {
  void reply.setCookie(sessionCookie, token, { ...attributes(reply), maxAge: maxAgeSeconds })
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(sessionCookie, attributes(reply))
}

/** Tells a browser that has signed in before; the server's own look at it is what counts. */
const browserCookie = 'mothlight_browser'

export function browserTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[browserCookie]
}

/** Sent back with logins alone, where it is read. */
export function setBrowserCookie(reply: FastifyReply, token: string): void {
  const path = '/api/user/login'
  void reply.setCookie(browserCookie, token, {
    ...attributes(reply),
    path,
    sameSite: 'strict',
    maxAge: 365 * 24 * 3600,
  })
}

const attributes = (reply: FastifyReply) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: reply.request.protocol === 'https' || reply.request.headers.origin?.startsWith('https:') === true,
})
