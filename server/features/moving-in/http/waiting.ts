/** Longest time that a tracker may ask to wait, in ms: GitHub's limits are counted by the hour. */
export const longestWait = 65 * 60_000

/** Shortest wait after a refusal because there were too many requests, in ms: a tracker may ask for none. */
export const shortestWait = 1_000

const firstPause = 250
const longestPause = 30_000

/** Returns how long to wait before another attempt after a failure, in ms. @param attempt from 1 */
export function backoff(attempt: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempt - 1))
}

/**
 * Returns how long a tracker asks to wait after it refused a request because there were too many, in ms.
 * @returns undefined when the answer is no such refusal
 */
export function askedToWait(status: number, headers: Headers, now: number): number | undefined {
  const isRefusal =
    status === 429 || ((status === 403 || status === 503) && (headers.has('retry-after') || isUsedUp(headers)))
  if (!isRefusal) return undefined
  return retryAfter(headers, now) ?? untilReset(headers, now) ?? 60_000
}

/** Returns how long to wait before the next request when an answer says that it was the last one for now, in ms. */
export function untilNextAllowed(headers: Headers, now: number): number {
  return isUsedUp(headers) ? (untilReset(headers, now) ?? 0) : 0
}

const isUsedUp = (headers: Headers) => numberIn(headers, 'x-ratelimit-remaining', 'ratelimit-remaining') === 0

/** In seconds, or as a date. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** In seconds since 1970 (GitHub, GitLab), or as a date (Jira). */
function untilReset(headers: Headers, now: number): number | undefined {
  const value = (headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset'))?.trim()
  if (!value) return undefined
  const at = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

function numberIn(headers: Headers, ...names: readonly string[]): number | undefined {
  const value = names.map((name) => headers.get(name)).find((value) => value !== null)
  return value === undefined || value === null || value.trim() === '' ? undefined : Number(value)
}
