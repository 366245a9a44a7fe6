import type { FastifyInstance } from 'fastify'

/**
 * Stops listening, lets the requests in flight finish, and closes each connection as soon as it carries none.
 * @param graceSeconds after this long what still runs is cut off
 * @returns false when something had to be cut off
 */
export async function closeHttp(http: FastifyInstance, graceSeconds: number): Promise<boolean> {
  let finished = true
  // A connection that was busy when the closing began would be kept alive for its next request.
  const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
  const cutOff = setTimeout(() => {
    finished = false
    http.server.closeAllConnections()
  }, graceSeconds * 1000)
  try {
    await http.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cutOff)
  }
  return finished
}
