import { expect, test } from 'vitest'
import { dayOf, relativeTimeOf } from './timestamp-format.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const ago = (seconds: number) => relativeTimeOf(new Date(now - seconds * 1000).toISOString(), now)

test('a day is written month, day, year without leading zeros', () => {
  expect(dayOf('2026-03-05T12:00:00Z')).toBe('3/5/2026')
})

test('the distance is told in the largest unit that fits, rounded down', () => {
  expect(ago(20)).toBe('just now')
  expect(ago(119)).toBe('1 minute ago')
  expect(ago(3 * 3600 + 3599)).toBe('3 hours ago')
  expect(ago(86_400)).toBe('yesterday')
  expect(ago(15 * 86_400)).toBe('2 weeks ago')
  expect(ago(800 * 86_400)).toBe('2 years ago')
})

test('text that is no date comes back as it is', () => {
  expect(dayOf('soon')).toBe('soon')
  expect(relativeTimeOf('soon', now)).toBe('soon')
})
