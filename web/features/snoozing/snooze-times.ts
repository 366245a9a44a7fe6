/** A time that is offered. */
export interface SnoozeTime {
  readonly key: 'later' | 'tomorrow' | 'next-week'
  readonly words: string
  readonly until: Date
}

/** The hour of the day, in the reader's time zone, at which what was put off until a day comes back. */
const morning = 9
/** Hours that "later" is away, at least. */
const later = 3

/** Returns the times to choose from. There is no later today when that would be tomorrow. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const soon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + later)
  if (soon.getTime() - now.getTime() < later * 3_600_000) soon.setHours(soon.getHours() + 1)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    ...(soon.getDate() === now.getDate() ? [{ key: 'later', words: 'Later today', until: soon } as const] : []),
    { key: 'tomorrow', words: 'Tomorrow', until: inDays(now, 1) },
    // On a Sunday, tomorrow is the Monday of the next week already.
    { key: 'next-week', words: 'Next week', until: inDays(now, toMonday === 1 ? 8 : toMonday) },
  ]
}

/** Returns the morning of a day such as 2026-11-24; undefined for what is no day after today. */
export function morningOf(day: string, now: Date): Date | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const until = new Date(year, month - 1, date, morning)
  return until >= inDays(now, 1) ? until : undefined
}

/** Returns a day as a date field has it. */
export function dayInField(date: Date): string {
  const digits = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`
}

function inDays(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning)
}
