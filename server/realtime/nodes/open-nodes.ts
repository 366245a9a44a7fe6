import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { Database } from '#server/db/database.ts'
import { madeInstallation } from '#server/db/installation.ts'
import { Nodes } from './nodes.ts'

/**
 * Creates the connection to the other nodes of this installation; it is used from `start` on. Without REDIS_URL nothing
 * of Redis is loaded, and this node is the only one.
 * @throws ConfigError when Redis refuses the connection
 */
export async function openNodes({ redisUrl }: Config, log: Logger, inTx: Database['inTx']): Promise<Nodes> {
  if (redisUrl === undefined) return new Nodes()
  const { redisLink } = await import('./redis-link.ts')
  // Several installations may share one Redis.
  return new Nodes(await redisLink(redisUrl, `mothlight:${await inTx(madeInstallation)}`, log))
}
