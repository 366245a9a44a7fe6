import { notificationLevels } from '#shared/following/level.ts'
import { defaultLevels } from '#shared/following/usual-levels.ts'
import { describe, expect, it } from 'vitest'
import { type EventKind, type Levels, reasonNotToTell, reasonToTell, type Relation } from './who-is-told.ts'

const stranger: Relation = {
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
const relations: Readonly<Record<string, Relation>> = {
  stranger,
  follower: { ...stranger, isFollower: true },
  reporter: { ...stranger, isFollower: true, isReporter: true },
  assignee: { ...stranger, isFollower: true, isAssignee: true },
  joined: { ...stranger, isFollower: true, isJoined: true },
  'joined who commented': { ...stranger, isFollower: true, isJoined: true, hasCommented: true },
  'assigned reporter': { ...stranger, isFollower: true, isAssignee: true, isReporter: true },
  'reporter who follows no more': { ...stranger, isReporter: true },
  mentioned: { ...stranger, isMentioned: true },
  'mentioned follower': { ...stranger, isFollower: true, isMentioned: true },
  'asked reporter': { ...stranger, isFollower: true, isReporter: true, isMentioned: true, isAsked: true },
  'asked reporter who follows no more': { ...stranger, isReporter: true, isAsked: true },
  'answered asker': { ...stranger, isFollower: true, isAnswered: true },
  'answered asker who is mentioned and follows no more': { ...stranger, isMentioned: true, isAnswered: true },
}
const reasons: Readonly<Record<string, string>> = {
  follower: 'follows',
  reporter: 'reported',
  assignee: 'assigned',
  joined: 'joined',
  'joined who commented': 'joined',
  'assigned reporter': 'assigned',
}
const chosen = [undefined, ...notificationLevels]
const levels: Levels[] = chosen.flatMap((bug) =>
  chosen.flatMap((product) => chosen.map((person) => ({ bug, product, person, usual: defaultLevels }))),
)
const kinds: EventKind[] = ['status', 'matters', 'other']

/** Which events each level lets through, for those whom the bug concerns. */
const lets: Readonly<Record<string, readonly EventKind[]>> = {
  everything: ['status', 'matters', 'other'],
  matters: ['status', 'matters'],
  status: ['status'],
  mentions: [],
  nothing: [],
}

/** What holds for who never chose, unless it is everything. */
const usual: Readonly<Record<string, string>> = { reporter: 'matters', joined: 'status' }

/** The rule as a table: what is promised, said another way than the function does. */
function promised({ bug, product, person }: Levels, name: string, kind: EventKind): string | undefined {
  const [holds = usual[name] ?? 'everything'] = [bug, product, person].filter((level) => level !== undefined)
  for (const said of ['asked', 'answered']) if (name.startsWith(said)) return holds === 'nothing' ? undefined : said
  if (name.includes('mentioned')) return holds === 'nothing' ? undefined : 'mentioned'
  if (!lets[holds]?.includes(kind)) return undefined
  if (reasons[name] !== undefined) return reasons[name]
  return bug === undefined && product !== undefined ? 'watches' : undefined
}

describe.each(Object.entries(relations))('%s', (name, relation) => {
  it.each(kinds)('is told of %s by level', (kind) => {
    for (const level of levels) {
      expect(reasonToTell(level, relation, { kind, isOwn: false, isVisible: true }), JSON.stringify(level)).toBe(
        promised(level, name, kind),
      )
    }
  })

  it('is never told of own acts, nor of what they may not see', () => {
    for (const level of levels) {
      for (const kind of kinds) {
        for (const [isOwn, isVisible] of [
          [true, true],
          [true, false],
          [false, false],
        ] as const) {
          expect(reasonToTell(level, relation, { kind, isOwn, isVisible })).toBeUndefined()
        }
      }
    }
  })
})

describe('why somebody is not told', () => {
  const everything: Levels = { bug: undefined, product: undefined, person: 'everything', usual: defaultLevels }
  const comment = { kind: 'other', isOwn: false, isVisible: true } as const

  it('is said whenever they are not, and never when they are', () => {
    for (const relation of [...Object.values(relations), { ...stranger, followsLater: true }])
      for (const level of levels)
        for (const kind of kinds)
          for (const isOwn of [true, false])
            for (const isVisible of [true, false]) {
              const question = [level, relation, { kind, isOwn, isVisible }] as const
              expect(reasonNotToTell(...question) === undefined).toBe(reasonToTell(...question) !== undefined)
            }
  })

  it.each([
    ['own', everything, relations['reporter'], { ...comment, isOwn: true, isVisible: false }],
    ['hidden', everything, relations['mentioned'], { ...comment, isVisible: false }],
    ['nothing', { ...everything, bug: 'nothing' }, relations['mentioned'], comment],
    ['nothing', { ...everything, person: 'nothing' }, relations['follower'], comment],
    ['mentions', { ...everything, bug: 'mentions' }, stranger, comment],
    ['mentions', { ...everything, product: 'mentions' }, relations['follower'], comment],
    ['stranger', everything, stranger, comment],
    ['stranger', { ...everything, person: 'status' }, stranger, comment],
    ['earlier', everything, { ...stranger, followsLater: true }, comment],
    ['earlier', { ...everything, bug: 'status' }, { ...stranger, followsLater: true }, comment],
    ['status', { ...everything, bug: 'status' }, relations['assignee'], comment],
    ['status', { ...everything, product: 'status' }, stranger, comment],
    ['status', { ...everything, bug: 'status' }, relations['reporter'], { ...comment, kind: 'matters' }],
    ['matters', { ...everything, bug: 'matters' }, relations['reporter'], comment],
  ] as const)('%s: %j', (why, level, relation, event) => {
    expect(reasonNotToTell(level, relation ?? stranger, event)).toBe(why)
  })
})
