const day = new Intl.DateTimeFormat('en-US', { month: 'numeric', day: 'numeric', year: 'numeric' })
const fullTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Units from the largest, each with its length in seconds. */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * Returns month/day/year in the reader's time zone, such as 11/20/2026. Takes ISO 8601; other text is returned
 * unchanged.
 */
export function dayOf(iso: string): string {
  return formatted(day, iso)
}

/** Returns date and time in full, in the reader's time zone. */
export function fullTimeOf(iso: string): string {
  return formatted(fullTime, iso)
}

/**
 * Returns a relative time such as "3 days ago"; less than a minute, either way, is "just now". `now` is in milliseconds
 * since 1970.
 */
export function relativeTimeOf(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000
  if (Number.isNaN(seconds)) return iso
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}

function formatted(format: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format.format(date)
}
