import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Name of the session's cookie. */
export const sessionCookie = 'mothlight_session'

/** How long a browser keeps the session, in seconds; the server's own expiry is what counts. */
const maxAgeSeconds = 30 * 24 * 3600

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie]
}

/**
 * Hands the browser its session token; scripts can't read it, other sites' requests don't carry it.
 * @param isHttps whether people reach the product by https: then no cookie ever travels without it
 */
export function setSessionCookie(reply: FastifyReply, token: string, isHttps: boolean): void {
  void reply.setCookie(sessionCookie, token, { ...attributes(reply, isHttps), maxAge: maxAgeSeconds })
}

/** Takes the session token away. @param isHttps as for `setSessionCookie` */
export function clearSessionCookie(reply: FastifyReply, isHttps: boolean): void {
  void reply.clearCookie(sessionCookie, attributes(reply, isHttps))
}

/** Tells a browser that has signed in before; the server's own look at it is what counts. */
const browserCookie = 'mothlight_browser'

export function browserTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[browserCookie]
}

/** Sent back with logins alone, where it is read. @param isHttps as for `setSessionCookie` */
export function setBrowserCookie(reply: FastifyReply, token: string, isHttps: boolean): void {
  const path = '/api/user/login'
  void reply.setCookie(browserCookie, token, {
    ...attributes(reply, isHttps),
    path,
    sameSite: 'strict',
    maxAge: 365 * 24 * 3600,
  })
}

const attributes = (reply: FastifyReply, isHttps: boolean) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps || reply.request.protocol === 'https' || reply.request.headers.origin?.startsWith('https:') === true,
})
