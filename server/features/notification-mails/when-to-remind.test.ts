import { expect, it } from 'vitest'
import { reminderDue } from './when-to-remind.ts'

const now = new Date('2026-03-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

it.each([
  // After so many days, with so many reminders sent: which one is due.
  [0, 0, undefined],
  [2.99, 0, undefined],
  [3, 0, 1],
  [9.99, 0, 1],
  [9.99, 1, undefined],
  [10, 1, 2],
  // A late one stands for both.
  [10, 0, 2],
  [400, 0, 2],
  [400, 2, undefined],
])('after %d days and %d reminders, it is %o', (days, reminders, due) => {
  expect(reminderDue({ askedOn: daysAgo(days), reminders }, [3, 10], now)).toBe(due)
})

it('is none where the operator wants none, or fewer than were sent', () => {
  expect(reminderDue({ askedOn: daysAgo(400), reminders: 0 }, [], now)).toBeUndefined()
  expect(reminderDue({ askedOn: daysAgo(400), reminders: 2 }, [7], now)).toBeUndefined()
})
