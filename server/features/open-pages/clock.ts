const minute = 60_000
export const day = 24 * 60 * minute

/** Returns how many milliseconds after midnight a clock shows a time such as 07:30. */
export function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * minute
}

/** Returns what a clock of the zone shows, in milliseconds since it showed the beginning of 1970. */
export function clockAt(time: Date, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  const parts = clock.formatToParts(time)
  const [year, month, date, hours, minutes] = ['year', 'month', 'day', 'hour', 'minute'].map((name) =>
    Number(parts.find(({ type }) => type === name)?.value),
  ) as [number, number, number, number, number]
  return Date.UTC(year, month - 1, date, hours, minutes)
}

/** Those of all zones that were asked for: to make one takes far longer than to read it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
  })

/** Returns how often it was so late in a zone by then. @param time such as 07:30 */
export const daysBy = (now: Date, timeZone: string, time: string): number =>
  Math.floor((clockAt(now, timeZone) - sinceMidnight(time)) / day)
