import { readDateRange } from '#shared/search/date-range.ts'

const day = 86_400_000

/** Days after its creation for which a world's answers stay the same. */
export const quietDays = 5

/** Ages in days, for the filter panel. */
export const panelAges = [7, 30, 90, 400, 1000]
/** Ages for `created:` and `closed:`. */
export const termAges = ['7d', '2w', '30d', '3m', '26w', '400d', '1y', '3y']

/**
 * Moves a timestamp out of the days in which it would become older than one of the ages above, so that queries have the
 * same answers for some days.
 * @param now when the world is created
 */
export function quietTime(time: number, now: number): Date {
  const terms = termAges.map((age) => readDateRange(`>${age}`, new Date(now))?.to?.getTime() ?? 0)
  const limits = [...panelAges.map((days) => now - days * day), ...terms].toSorted((one, other) => other - one)
  // From the latest on, because a timestamp that was moved may have to be moved again.
  let quiet = time
  for (const limit of limits) if (quiet >= limit - 1000 && quiet < limit + quietDays * day) quiet = limit - 1001
  return new Date(quiet)
}
