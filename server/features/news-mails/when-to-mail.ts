import type { Preferences } from '#shared/users/preferences.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a mail waits, so that what somebody sees in the product sends none, and several changes send one. */
const waits = { away: 2 * minute, here: 10 * minute }
/** Between two mails of one bug to one person, unless somebody is addressed. */
const pause = 10 * minute
/** When a daily or weekly mail is due, after midnight. */
const morning = 8 * hour
/** The first day of 1970 was a Thursday. */
const monday = 4 * day

/** What is to be mailed in one mail. */
export interface Waiting {
  /** When the oldest of it was decided. */
  readonly since: Date
  /** Some of it is said to its reader: a question, an answer to theirs, or a mention. */
  readonly isAddressed: boolean
  /** When the last mail about the same was sent or put, if that is not long ago. */
  readonly lastMailOn: Date | null
}

/** Whom it is for. */
export interface Reader extends Pick<Preferences, 'mailFrequency' | 'quietHours'> {
  /** Of the clock that they see. */
  readonly timeZone: string
  /** They have a page of the product open. */
  readonly isHere: boolean
}

/**
 * Decides whether a mail is due. One that comes soon waits two minutes, or ten while its reader may see it in the product, and ten
 * after the last one about the same bug unless it addresses them. Daily and weekly mail comes with the next morning, or Monday
 * morning, of its reader's clock. None comes in their quiet hours.
 */
export function isMailDue(waiting: Waiting, reader: Reader, now: Date): boolean {
  return hasWaited(waiting, reader, now) && !isQuiet(reader, now)
}

function hasWaited({ since, isAddressed, lastMailOn }: Waiting, reader: Reader, now: Date): boolean {
  const { mailFrequency, timeZone, isHere } = reader
  if (mailFrequency === 'never') return false
  if (mailFrequency === 'soon') {
    const isPaused = !isAddressed && lastMailOn !== null && now.getTime() < lastMailOn.getTime() + pause
    return !isPaused && now.getTime() >= since.getTime() + (isHere ? waits.here : waits.away)
  }
  const [length, start] = mailFrequency === 'daily' ? [day, morning] : [7 * day, monday + morning]
  const numberOf = (time: Date) => Math.floor((clockAt(time, timeZone) - start) / length)
  return numberOf(now) > numberOf(since)
}

/** Whether it is one of the hours in which somebody wants no mail. */
export function isQuiet({ quietHours, timeZone }: Pick<Reader, 'quietHours' | 'timeZone'>, now: Date): boolean {
  if (quietHours === null) return false
  const [from, to] = [sinceMidnight(quietHours.from), sinceMidnight(quietHours.to)]
  const time = clockAt(now, timeZone) % day
  return from <= to ? time >= from && time < to : time >= from || time < to
}

function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * hour + minutes * minute
}

/** What a clock of the zone shows, in milliseconds since it showed the beginning of 1970. */
function clockAt(time: Date, timeZone: string): number {
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
