import type { FastifyInstance } from 'fastify'
import type { OpenConnections } from './open-connections.ts'

/** Stops listening, closes the connections that carry no request at once, and each of the others after its answer. */
export async function closeHttp(http: FastifyInstance, connections: OpenConnections): Promise<void> {
  const closed = http.close()
  connections.endIdle()
  await closed
}
