import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Name of the session's cookie. */
export const sessionCookie = 'mothlight_session'

/** How long a browser keeps the session, in seconds; the server's own expiry decides. */
const maxAgeSeconds = 30 * 24 * 3600

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie]
}

/**
 * Gives the browser its session token. Scripts can't read it, and requests of other sites don't carry it.
 * @param isHttps whether people reach the product by https: then the cookie never travels without it
 */
export function setSessionCookie(reply: FastifyReply, token: string, isHttps: boolean): void {
  void reply.setCookie(sessionCookie, token, { ...attributes(reply, isHttps), maxAge: maxAgeSeconds })
}

/** Removes the session token. @param isHttps as for `setSessionCookie` */
export function clearSessionCookie(reply: FastifyReply, isHttps: boolean): void {
  void reply.clearCookie(sessionCookie, attributes(reply, isHttps))
}

/** Marks a browser that has signed in before; the server's own record decides. */
const browserCookie = 'mothlight_browser'

export function browserTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[browserCookie]
}

/** Gives the browser the token that it sends with logins only. @param isHttps as for `setSessionCookie` */
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
