import { maxAgeDays } from '#shared/http/page.ts'

/** A range of time: from (included) to (not), either open. */
export interface DateRange {
  readonly from?: Date
  readonly to?: Date
}

const day = 86_400_000
const age = /^(<=|>=|<|>)(\d{1,6})([dwmy])$/
const date = /^(<=|>=|<|>)?(\d{4}-\d{2}-\d{2})$/
const span = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/
const daysIn = { d: 1, w: 7, m: 30, y: 365 } as const

/**
 * What `created:`, `updated:` and `closed:` take: an age (`>7d`: more than 7 days ago; d, w, m and y are days, weeks, months and
 * years), a day in UTC (`2026-01-31`, `>2026-01-31`: after that day), or days from and to (`2026-01-01..2026-01-31`, both
 * included, either may be left out).
 * @param value in lower case
 * @returns undefined when it is none of these
 */
export function readDateRange(value: string, now: Date): DateRange | undefined {
  const [, older, count, unit] = age.exec(value) ?? []
  if (older && count && unit) return ageRange(older, Number(count), unit as keyof typeof daysIn, now)
  const [, sign, only] = date.exec(value) ?? []
  if (only) return dayRange(sign, dayOf(only))
  const [whole, first, last] = span.exec(value) ?? []
  if (whole === undefined || (!first && !last)) return undefined
  const [from, to] = [first ? dayOf(first) : undefined, last ? dayOf(last) : undefined]
  if ((first && !from) || (last && !to) || (from && to && from > to)) return undefined
  return { ...(from && { from }), ...(to && { to: after(to) }) }
}

/** The time `count` units before `now`; a month or year that lacks the day ends with its last one. */
function ageRange(sign: string, count: number, unit: keyof typeof daysIn, now: Date): DateRange | undefined {
  if (count * daysIn[unit] > maxAgeDays) return undefined
  const then = before(now, count, unit)
  // In milliseconds: what happened at that time itself is exactly so old.
  if (sign === '>') return { to: then }
  if (sign === '>=') return { to: new Date(then.getTime() + 1) }
  return { from: sign === '<' ? new Date(then.getTime() + 1) : then }
}

function before(now: Date, count: number, unit: keyof typeof daysIn): Date {
  if (unit === 'd' || unit === 'w') return new Date(now.getTime() - count * daysIn[unit] * day)
  const then = new Date(now)
  then.setUTCDate(1)
  then.setUTCMonth(now.getUTCMonth() - count * (unit === 'y' ? 12 : 1))
  const lastDay = new Date(then)
  lastDay.setUTCMonth(then.getUTCMonth() + 1, 0)
  then.setUTCDate(Math.min(now.getUTCDate(), lastDay.getUTCDate()))
  return then
}

function dayRange(sign: string | undefined, start: Date | undefined): DateRange | undefined {
  if (!start) return undefined
  if (sign === '>') return { from: after(start) }
  if (sign === '>=') return { from: start }
  if (sign === '<') return { to: start }
  return sign === '<=' ? { to: after(start) } : { from: start, to: after(start) }
}

/** Midnight in UTC at the beginning of a day; undefined for one that no calendar has. */
function dayOf(text: string): Date | undefined {
  const start = new Date(`${text}T00:00:00.000Z`)
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== text || text.startsWith('0000'))
    return undefined
  return start
}

const after = (start: Date) => new Date(start.getTime() + day)
