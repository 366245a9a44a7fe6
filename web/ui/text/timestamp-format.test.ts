import { expect, test } from 'vitest'
import { type Formats, setFormats } from './formats.ts'
import { numberOf } from './number-format.ts'
import { clockOf, dayOf, relativeTimeOf, shortAgeOf, shortTimeOf } from './timestamp-format.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const ago = (seconds: number) => relativeTimeOf(new Date(now - seconds * 1000).toISOString(), now)

test('a day is written month, day, year without leading zeros', () => {
  expect(dayOf('2026-03-05T12:00:00Z')).toBe('3/5/2026')
})

test('a day is written as its reader prefers it', () => {
  const written = (dateFormat: Formats['dateFormat']) => dayOf('2026-03-05T12:00:00Z', { dateFormat })
  expect(written('day/month/year')).toBe('5/3/2026')
  expect(written('day.month.year')).toBe('5.3.2026')
  expect(written('year-month-day')).toBe('2026-03-05')
})

test('longer times and numbers follow the reader too, until they choose otherwise', () => {
  const shown = () => [clockOf('2026-03-05T16:04:00'), shortTimeOf('2026-03-05T16:04:00'), numberOf(12_500)]
  expect(shown().map((text) => text.replaceAll('\u202f', ' '))).toEqual(['4:04 PM', 'Mar 5, 2026, 4:04 PM', '12,500'])
  setFormats({ dateFormat: 'day.month.year', numberFormat: '1.234,5' })
  expect(shown()).toEqual(['16:04', '5 Mar 2026, 16:04', '12.500'])
  setFormats({ dateFormat: 'month/day/year', numberFormat: '1,234.5' })
})

test('the distance is told in the largest unit that fits, rounded down', () => {
  expect(ago(20)).toBe('just now')
  expect(ago(119)).toBe('1 minute ago')
  expect(ago(3 * 3600 + 3599)).toBe('3 hours ago')
  expect(ago(86_400)).toBe('yesterday')
  expect(ago(15 * 86_400)).toBe('2 weeks ago')
  expect(ago(800 * 86_400)).toBe('2 years ago')
})

test('in a row the distance is a number and a letter', () => {
  const short = (seconds: number) => shortAgeOf(new Date(now - seconds * 1000).toISOString(), now)
  expect([20, 119, 3 * 3600, 86_400, 15 * 86_400, 70 * 86_400, 800 * 86_400].map(short)).toEqual([
    'now',
    '1m',
    '3h',
    '1d',
    '2w',
    '2mo',
    '2y',
  ])
  expect(short(-3600)).toBe('now')
  expect(shortAgeOf('soon', now)).toBe('soon')
})

test('text that is no date comes back as it is', () => {
  expect(dayOf('soon')).toBe('soon')
  expect(relativeTimeOf('soon', now)).toBe('soon')
})
