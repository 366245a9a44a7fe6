import { expect, test } from 'vitest'
import { dayInField, morningOf, snoozeTimes } from './snooze-times.ts'

const offered = (now: Date) =>
  Object.fromEntries(snoozeTimes(now).map(({ key, until }) => [key, `${dayInField(until)} ${until.getHours()}`]))

test('later is at least three hours away and today; a day begins at nine', () => {
  // A Wednesday.
  expect(offered(new Date(2026, 10, 18, 13, 20))).toEqual({
    later: '2026-11-18 17',
    tomorrow: '2026-11-19 9',
    'next-week': '2026-11-23 9',
  })
  expect(offered(new Date(2026, 10, 18, 20, 30))).not.toHaveProperty('later')
})

test('next week is never tomorrow', () => {
  expect(offered(new Date(2026, 10, 22, 10))).toMatchObject({ tomorrow: '2026-11-23 9', 'next-week': '2026-11-30 9' })
  expect(offered(new Date(2026, 10, 23, 10))).toMatchObject({ 'next-week': '2026-11-30 9' })
})

test('only a day after today can be chosen', () => {
  const now = new Date(2026, 10, 30, 8)
  expect(morningOf('2026-12-01', now)).toEqual(new Date(2026, 11, 1, 9))
  expect(['2026-11-30', '2026-11-29', '', 'soon'].map((day) => morningOf(day, now))).toEqual(Array(4).fill(undefined))
})
