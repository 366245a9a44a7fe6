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

const attributes = (reply: FastifyReply) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: reply.request.protocol === 'https' || reply.request.headers.origin?.startsWith('https:') === true,
})
