import { currentFormats, type Formats } from './formats.ts'

type DateFormat = Formats['dateFormat']

/** What a date is made of, and the English in which longer ones are told: that of America has a clock of 12 hours. */
const styles: Readonly<
  Record<DateFormat, { day: (year: string, month: string, day: string) => string; locale: string }>
> = {
  'month/day/year': { day: (year, month, day) => `${month}/${day}/${year}`, locale: 'en-US' },
  'day/month/year': { day: (year, month, day) => `${day}/${month}/${year}`, locale: 'en-GB' },
  'day.month.year': { day: (year, month, day) => `${day}.${month}.${year}`, locale: 'en-GB' },
  'year-month-day': {
    day: (year, month, day) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    locale: 'en-GB',
  },
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Units from the largest, each with its length in seconds and its sign. */
const units = [
  ['year', 31_557_600, 'y'],
  ['month', 2_629_800, 'mo'],
  ['week', 604_800, 'w'],
  ['day', 86_400, 'd'],
  ['hour', 3_600, 'h'],
  ['minute', 60, 'm'],
] as const

/**
 * Returns a day as its reader prefers it, by default month/day/year such as 11/20/2026, in their time zone. Takes ISO
 * 8601; other text is returned unchanged.
 */
export function dayOf(iso: string, { dateFormat }: Pick<Formats, 'dateFormat'> = currentFormats()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return styles[dateFormat].day(`${date.getFullYear()}`, `${date.getMonth() + 1}`, `${date.getDate()}`)
}

/** Returns date and time in full, in the reader's time zone. */
export function fullTimeOf(iso: string): string {
  return formatted({ dateStyle: 'full', timeStyle: 'long' }, iso)
}

/** Returns date and time in short, such as "Nov 21, 2026, 6:04 PM". */
export function shortTimeOf(iso: string): string {
  return formatted({ dateStyle: 'medium', timeStyle: 'short' }, iso)
}

/** Returns the time of day, such as "6:04 PM". */
export function clockOf(iso: string): string {
  return formatted({ hour: 'numeric', minute: '2-digit' }, iso)
}

/** Returns a day in words, such as "Monday, November 16"; with the year in place of the weekday unless it is `now`'s. */
export function dayNameOf(date: Date, now: Date): string {
  const isThisYear = date.getFullYear() === now.getFullYear()
  return formatted({ month: 'long', day: 'numeric', ...(isThisYear ? { weekday: 'long' } : { year: 'numeric' }) }, date)
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

/** Returns how long ago something was in as few letters as can be, such as "3d"; "now" below a minute. */
export function shortAgeOf(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000
  if (Number.isNaN(seconds)) return iso
  const [, length, sign] = units.find(([, least]) => seconds >= least) ?? []
  return length === undefined ? 'now' : `${Math.trunc(seconds / length)}${sign}`
}

/** Formatters by locale and options: to make one takes longer than all that it is used for. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatted(options: Intl.DateTimeFormatOptions, timestamp: string | Date): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return String(timestamp)
  const { locale } = styles[currentFormats().dateFormat]
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter.format(date)
}
