import { mailFrequencies } from '#shared/mail/words.ts'
import { describe, expect, it } from 'vitest'
import { isMailDue, type Reader, type Waiting } from './when-to-mail.ts'

const noon = new Date('2026-11-24T12:00:00Z')
const minutes = (n: number, from = noon) => new Date(from.getTime() + n * 60_000)
const soon: Reader = { mailFrequency: 'soon', mailTime: '08:00', quietHours: null, timeZone: 'UTC', isHere: false }
const one: Waiting = { since: noon, isAddressed: false, lastMailOn: null }

/** After how many minutes it becomes due, looked at each minute of a week; undefined: not within it. */
function dueAfter(waiting: Waiting, reader: Reader): number | undefined {
  for (let n = 0; n <= 8 * 24 * 60; n++) if (isMailDue(waiting, reader, minutes(n, waiting.since))) return n
  return undefined
}

describe('a mail that comes soon', () => {
  it.each([
    { what: 'waits 2 minutes', waiting: one, reader: soon, after: 2 },
    { what: 'waits 10 while its reader is here', waiting: one, reader: { ...soon, isHere: true }, after: 10 },
    { what: 'comes 10 after the last one', waiting: { ...one, lastMailOn: minutes(-1) }, reader: soon, after: 9 },
    {
      what: 'waits 2 after a last one long ago',
      waiting: { ...one, lastMailOn: minutes(-60) },
      reader: soon,
      after: 2,
    },
    {
      what: 'is not kept back by the last one when it mentions its reader',
      waiting: { ...one, isAddressed: true, lastMailOn: minutes(-1) },
      reader: soon,
      after: 2,
    },
    {
      what: 'waits for the reader who is here, mentioned or not',
      waiting: { ...one, isAddressed: true },
      reader: { ...soon, isHere: true },
      after: 10,
    },
    {
      what: 'comes when quiet hours end',
      waiting: one,
      reader: { ...soon, quietHours: { from: '11:30', to: '13:15' } },
      after: 75,
    },
    {
      what: 'comes when quiet hours over midnight end',
      waiting: { ...one, since: new Date('2026-11-24T23:00:00Z') },
      reader: { ...soon, quietHours: { from: '22:00', to: '07:00' } },
      after: 8 * 60,
    },
    {
      what: 'knows quiet hours by the clock of its reader',
      waiting: one,
      reader: { ...soon, timeZone: 'Asia/Kolkata', quietHours: { from: '17:00', to: '18:00' } },
      after: 30,
    },
    {
      what: 'is mailed at any time where quiet hours begin when they end',
      waiting: one,
      reader: { ...soon, quietHours: { from: '12:00', to: '12:00' } },
      after: 2,
    },
  ] as const)('$what', ({ waiting, reader, after }) => {
    expect(dueAfter(waiting, reader)).toBe(after)
  })
})

const atNoon = { mailFrequency: 'daily', mailTime: '12:30' } as const

describe('a mail of a day or a week', () => {
  it.each([
    { mailFrequency: 'daily', timeZone: 'UTC', since: '2026-11-24T12:00:00Z', on: '2026-11-25T08:00:00Z' },
    { mailFrequency: 'daily', timeZone: 'UTC', since: '2026-11-24T07:59:00Z', on: '2026-11-24T08:00:00Z' },
    { mailFrequency: 'daily', timeZone: 'UTC', since: '2026-11-24T08:00:00Z', on: '2026-11-25T08:00:00Z' },
    { mailFrequency: 'daily', timeZone: 'America/New_York', since: '2026-11-24T12:00:00Z', on: '2026-11-24T13:00:00Z' },
    { ...atNoon, timeZone: 'UTC', since: '2026-11-24T08:00:00Z', on: '2026-11-24T12:30:00Z' },
    // The night in which clocks are put forward.
    { mailFrequency: 'daily', timeZone: 'Europe/Berlin', since: '2026-03-28T12:00:00Z', on: '2026-03-29T06:00:00Z' },
    // A Tuesday, a Sunday and a Monday.
    { mailFrequency: 'weekly', timeZone: 'UTC', since: '2026-11-24T12:00:00Z', on: '2026-11-30T08:00:00Z' },
    { mailFrequency: 'weekly', timeZone: 'UTC', since: '2026-11-29T23:00:00Z', on: '2026-11-30T08:00:00Z' },
    { mailFrequency: 'weekly', timeZone: 'UTC', since: '2026-11-30T08:30:00Z', on: '2026-12-07T08:00:00Z' },
  ] as const)('$mailFrequency in $timeZone, of what happened at $since, comes at $on', ({ since, on, ...rest }) => {
    const waiting = { since: new Date(since), isAddressed: true, lastMailOn: null }
    const after = dueAfter(waiting, { ...soon, ...rest })
    expect(after === undefined ? undefined : minutes(after, waiting.since).toISOString()).toBe(
      new Date(on).toISOString(),
    )
  })

  it('is not sent to who wants none, nor in quiet hours', () => {
    expect(dueAfter(one, { ...soon, mailFrequency: 'never' })).toBeUndefined()
    const late = { ...soon, mailFrequency: 'daily', quietHours: { from: '06:00', to: '10:00' } } as const
    expect(dueAfter(one, late)).toBe(22 * 60)
    expect(mailFrequencies).toEqual(['soon', 'daily', 'weekly', 'never'])
  })
})
