import type { FastifyInstance } from 'fastify'
import type { OpenConnections } from './open-connections.ts'

/** Stops listening, closes idle connections at once, and closes each of the others after its answer. */
export async function closeHttp(http: FastifyInstance, connections: OpenConnections): Promise<void> {
  const closed = http.close()
  connections.endIdle()
  await closed
}
