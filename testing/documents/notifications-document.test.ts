import { bugEventTypes, timelineKinds } from '#server/features/bugs/bug-events.ts'
import {
  kindFor,
  reasonToTell,
  type EventKind,
  type Levels,
  type Relation,
  usualLevel,
} from '#server/features/following/who-is-told.ts'
import { isMailDue, type Reader } from '#server/features/notification-mails/when-to-mail.ts'
import { type NotificationLevel, notificationLevels, notificationReasons, whyNotTold } from '#shared/following/level.ts'
import { defaultLevels } from '#shared/following/usual-levels.ts'
import {
  levelSettings,
  type SettingName,
  settingVariables,
  usualLevelsOf,
  withDefaults,
} from '#shared/site/settings.ts'
import { reasonWords, whyNotWords } from '#shared/following/reason-words.ts'
import { levelAbout } from '#web/features/following/level-about.ts'
import { levelWords } from '#web/lib/level-words.ts'
import { defaultPreferences } from '#shared/users/preferences.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const lines = readFileSync(new URL('../../docs/notifications.md', import.meta.url), 'utf8').split('\n')

/** The rows of the table below a heading, without its head. */
function tableBelow(heading: string): string[][] {
  const from = lines.indexOf(`## ${heading}`)
  expect(from, heading).toBeGreaterThan(-1)
  const first = lines.findIndex((line, index) => index > from && line.startsWith('|'))
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'))
  return lines.slice(first + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const code = (word: string) => `\`${word}\``

const nothing: Relation = {
  isFollower: false,
  followsLater: false,
  isMentioned: false,
  isAsked: false,
  isAnswered: false,
  isAssignee: false,
  isReporter: false,
  isJoined: false,
  hasCommented: false,
}
/** What an event or its bug is to somebody, as the document has it; whoever is several of these is the first. */
const relations: readonly [words: string, relation: Partial<Relation>][] = [
  ['It asks you something', { isAsked: true, isReporter: true }],
  ['It answers what you asked', { isAnswered: true }],
  ['It names you with @', { isMentioned: true }],
  ['You follow the bug, and it is assigned to you', { isFollower: true, isAssignee: true }],
  ['You follow the bug, and reported it', { isFollower: true, isReporter: true }],
  ['You follow the bug, and it affects you', { isFollower: true, isJoined: true }],
  ['You follow the bug', { isFollower: true }],
]
const kinds: readonly EventKind[] = ['status', 'matters', 'other']
/** Level by level; where it makes no difference which event it is, once. */
const columns: readonly [NotificationLevel, readonly EventKind[]][] = [
  ['everything', kinds],
  ['matters', ['status', 'matters']],
  ['matters', ['other']],
  ['status', ['status']],
  ['status', ['matters', 'other']],
  ['mentions', kinds],
  ['nothing', kinds],
]
const usual = defaultLevels
const chosenFor: readonly ((level: NotificationLevel) => Levels)[] = [
  (bug) => ({ bug, product: undefined, person: 'everything', usual }),
  (product) => ({ bug: undefined, product, person: 'everything', usual }),
  (person) => ({ bug: undefined, product: undefined, person, usual }),
]

/** One row of the table: the same wherever the level was chosen, of these. */
function rowOf(words: string, relation: Partial<Relation>, chosen: typeof chosenFor): string[] {
  return [
    words,
    ...columns.map(([level, some]) => {
      const reasons = chosen.flatMap((levels) =>
        some.map((kind) => {
          const event = { kind, isOwn: false, isVisible: true }
          expect(reasonToTell(levels(level), { ...nothing, ...relation }, { ...event, isOwn: true })).toBeUndefined()
          expect(
            reasonToTell(levels(level), { ...nothing, ...relation }, { ...event, isVisible: false }),
          ).toBeUndefined()
          return reasonToTell(levels(level), { ...nothing, ...relation }, event)
        }),
      )
      expect(new Set(reasons).size, words).toBe(1)
      return reasons[0] === undefined ? 'no' : code(reasons[0])
    }),
  ]
}

it('docs/notifications.md has who is told of what as it is decided', () => {
  const [ofBug, ofProduct, ofPerson] = chosenFor
  if (!ofBug || !ofProduct || !ofPerson) throw new Error('There are three.')
  expect(tableBelow('Who is told of what')).toEqual([
    ...relations.map(([words, relation]) => rowOf(words, relation, chosenFor)),
    rowOf('None of these, and you chose the level for its product', {}, [ofProduct]),
    rowOf('None of these', {}, [ofBug, ofPerson]),
  ])
})

it('it says of each event whether it is of the status, matters too, or is another', () => {
  const userId = 'me'
  const kindOf = (type: string, payload: Record<string, unknown> = {}, isByTeam = false) =>
    kindFor({ type, payload }, { userId, isByTeam })
  const kindsOf = (type: string) => [kindOf(type), kindOf(type, { to: userId }), kindOf(type, {}, true)].join()
  const merging = { merged: { from: false, to: true } }
  const words: Readonly<Record<string, string>> = {
    [['status', 'status', 'status'].join()]: '`status`',
    [['matters', 'status', 'matters'].join()]: '`status` to you, `matters` to somebody else',
    [['other', 'other', 'matters'].join()]: '`matters` from who may classify or assign any bug, else `other`',
    [['other', 'other', 'other'].join()]: '`other`, but `status` where it merges the bug, or takes that back',
  }
  expect(new Set(bugEventTypes.map((type) => kindOf(type, merging)))).toEqual(new Set(['status']))
  expect(tableBelow('What an event is')).toEqual(
    Object.entries(words).map(([kinds, said]) => {
      const types = bugEventTypes.filter((type) => kindsOf(type) === kinds)
      return [[...new Set(types.map((type) => code(timelineKinds[type])))].join(', '), said]
    }),
  )
  expect(bugEventTypes.map(kindsOf).filter((kinds) => words[kinds] === undefined)).toEqual([])
})

it('it says what holds for who never chose', () => {
  const parts: readonly [words: string, part: Partial<Relation>, setting: SettingName][] = [
    ['Assigned to you', { isAssignee: true, isReporter: true, isJoined: true }, levelSettings.assignee],
    ['Reported by you', { isReporter: true, hasCommented: true }, levelSettings.reporter],
    ['It affects you, as you said, and you have not commented on it', { isJoined: true }, levelSettings.affected],
    ['Any other that you follow', { hasCommented: true }, levelSettings.follower],
  ]
  expect(tableBelow('Until one chooses')).toEqual(
    parts.map(([words, part, setting]) => {
      // Each is what its own setting says, whatever the others do.
      const given = { ...withDefaults({}), [setting]: 'mentions' }
      expect(usualLevel({ ...nothing, ...part }, usualLevelsOf(given)), setting).toBe('mentions')
      return [words, code(usualLevel({ ...nothing, ...part }, usual)), code(settingVariables[setting])]
    }),
  )
})

it('it has every reason and level, in the words of the screens', () => {
  expect(tableBelow('Why one is told')).toEqual(
    notificationReasons.map((reason) => [code(reason), `Because ${reasonWords[reason]}`]),
  )
  expect(tableBelow('Why one was not told')).toEqual(
    whyNotTold.map((why) => [code(why), `Because ${whyNotWords[why]}`]),
  )
  expect(tableBelow('How much one hears')).toEqual(
    notificationLevels.map((level) => [code(level), levelWords[level].name, levelAbout[level]]),
  )
})

const minute = 60_000
/** A Thursday, at noon. */
const since = new Date('2026-01-01T12:00:00Z')

/** When a mail about something that was decided then is due, looked for by the minute. */
function dueOn(reader: Partial<Reader>, waiting: { isAddressed?: boolean; lastMailOn?: Date } = {}): Date {
  const all: Reader = { ...defaultPreferences, timeZone: 'UTC', isHere: false, ...reader }
  const one = { since, isAddressed: false, lastMailOn: null, ...waiting }
  for (let time = since.getTime(); time < since.getTime() + 8 * 24 * 60 * minute; time += minute)
    if (isMailDue(one, all, new Date(time))) return new Date(time)
  throw new Error('It is never due.')
}

it('it says when mail goes, as it is decided', () => {
  const minutes = (due: Date) => `${(due.getTime() - since.getTime()) / minute} minutes later`
  const clock = (due: Date) => `${due.getUTCHours()}:${String(due.getUTCMinutes()).padStart(2, '0')}`
  const lately = { lastMailOn: since }
  const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
  const [daily, weekly] = [dueOn({ mailFrequency: 'daily' }), dueOn({ mailFrequency: 'weekly' })]
  expect(daily.getUTCDate()).toBe(since.getUTCDate() + 1)
  expect(dueOn({}, { ...lately, isAddressed: true })).toEqual(dueOn({}))
  expect(tableBelow('When mail goes')).toEqual([
    ['Within minutes', minutes(dueOn({}))],
    ['Within minutes, with a page of the product open', minutes(dueOn({ isHere: true }))],
    [
      'Within minutes, after a mail about the same bug',
      `${minutes(dueOn({}, lately))} than that mail, unless it asks, answers or names you`,
    ],
    ['Once a day', `the next morning at ${clock(daily)}`],
    ['Once a week', `the next ${day.format(weekly)} at ${clock(weekly)}`],
    ['Never', 'not'],
  ])
})
