import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './app-error.ts'

/**
 * Counts something against a limit.
 * @param sentence for the person, who has to wait so many whole seconds
 * @throws AppError too-many-requests past the limit
 */
export async function countOrRefuse(
  limiter: RateLimiterAbstract,
  key: string,
  sentence: (seconds: number) => string,
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw new AppError('too-many-requests', sentence(seconds), { retryAfterSeconds: seconds })
  }
}
