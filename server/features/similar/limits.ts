import { countOrRefuse } from '#server/http/rate-limit.ts'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/**
 * Counts the searches of a person, each of which takes some milliseconds of this process's time.
 * @param perSecond how many one person may make
 * @returns counts one more; throws AppError too-many-requests past the limit
 */
export function openSimilarLimit(perSecond: number): (userId: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perSecond, duration: 1 })
  return (userId) =>
    countOrRefuse(limiter, userId, (seconds) => `Too many searches for similar bugs; try again in ${seconds} s.`)
}
