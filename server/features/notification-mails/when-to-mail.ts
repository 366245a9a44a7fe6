import { clockAt, day, sinceMidnight } from '#server/features/open-pages/public.ts'
import type { Preferences } from '#shared/users/preferences.ts'

const minute = 60_000

/** How long a mail waits, so that what somebody sees in the product sends none, and several changes send one. */
const waits = { away: 2 * minute, here: 10 * minute }
/** Between two mails of one bug to one person, unless somebody is addressed. */
const pause = 10 * minute
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
export interface Reader extends Pick<Preferences, 'mailFrequency' | 'mailTime' | 'quietHours'> {
  /** Of the clock that they see. */
  readonly timeZone: string
  /** They have a page of the product open. */
  readonly isHere: boolean
}

/**
 * Decides whether a mail is due. One that comes soon waits two minutes, or ten while its reader may see it in the product, and ten
 * after the last one about the same bug unless it addresses them. Daily and weekly mail comes when their clock shows the time that
 * they chose the next time, or on the next Monday. None comes in their quiet hours.
 */
export function isMailDue(waiting: Waiting, reader: Reader, now: Date): boolean {
  return hasWaited(waiting, reader, now) && !isQuiet(reader, now)
}

function hasWaited({ since, isAddressed, lastMailOn }: Waiting, reader: Reader, now: Date): boolean {
  const { mailFrequency, mailTime, timeZone, isHere } = reader
  if (mailFrequency === 'never') return false
  if (mailFrequency === 'soon') {
    const isPaused = !isAddressed && lastMailOn !== null && now.getTime() < lastMailOn.getTime() + pause
    return !isPaused && now.getTime() >= since.getTime() + (isHere ? waits.here : waits.away)
  }
  const start = sinceMidnight(mailTime) + (mailFrequency === 'daily' ? 0 : monday)
  const length = mailFrequency === 'daily' ? day : 7 * day
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
