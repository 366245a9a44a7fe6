import type pg from 'pg'
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './app-error.ts'

/** Returns a limit that is counted in the database, so that it holds across processes and restarts. */
export const storedLimit = (pool: pg.Pool, keyPrefix: string, points: number, minutes: number): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: minutes * 60,
  })

/**
 * Counts one call against a limit.
 * @param sentence the message for the person, who has to wait so many whole seconds
 * @throws AppError too-many-requests past the limit
 */
export async function countOrRefuse(
  limiter: RateLimiterAbstract,
  key: string,
  sentence: (seconds: number) => string,
): Promise<void> {
  try {
    await consume(limiter, key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw new AppError('too-many-requests', sentence(seconds), { retryAfterSeconds: seconds })
  }
}

/** Counts one call. A count whose time lies in the future, because the clock was set back, is ignored. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    const isFromTheFuture = refused instanceof RateLimiterRes && refused.msBeforeNext > limiter.duration * 1000
    if (!isFromTheFuture) throw refused
    await limiter.delete(key)
    await limiter.consume(key)
  }
}
