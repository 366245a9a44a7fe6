import { countOrRefuse } from '#server/http/rate-limit.ts'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/**
 * Counts one call against a limit.
 * @param sentence the message for the person, who has to wait so many whole seconds
 * @throws AppError too-many-requests past the limit
 */
export type Limit = (key: string, sentence: (seconds: number) => string) => Promise<void>

/** Creates a limit that counts in this process. @param seconds after which a count starts again */
export function memoryLimit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return (key, sentence) => countOrRefuse(limiter, key, sentence)
}
