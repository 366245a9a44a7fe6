import { AppError } from '#server/http/app-error.ts'
import { countOrRefuse } from '#server/http/rate-limit.ts'
import type { Breaker } from './breaker.ts'
import { type Limit, memoryLimit } from './limits.ts'
import { RateLimiterRedis } from 'rate-limiter-flexible'

/**
 * Creates a limit that counts in Redis, so for all nodes, and in this process while Redis does not answer.
 * @param client a client of the package redis
 * @param keyPrefix of what is kept there, for `seconds` at most
 */
export function redisLimit(
  client: unknown,
  breaker: Breaker,
  keyPrefix: string,
  points: number,
  seconds: number,
): Limit {
  const options = { storeClient: client, useRedisPackage: true, rejectIfRedisNotReady: true }
  const shared = new RateLimiterRedis({ ...options, keyPrefix, points, duration: seconds })
  const alone = memoryLimit(points, seconds)
  return async (key, sentence) => {
    try {
      await breaker.run(() => countOrRefuse(shared, key, sentence))
    } catch (error) {
      if (error instanceof AppError) throw error
      await alone(key, sentence)
    }
  }
}
