import { searchOf } from '#server/features/finding/public.ts'
import { describe, expect, it } from 'vitest'
import { askedBy, type BugEvent, mayComeIn } from './comes-in.ts'

const event = (type: string, payload: Record<string, unknown> = {}): BugEvent => ({ type, payload })
const fields = (...names: string[]) => event('bug-fields-changed', Object.fromEntries(names.map((name) => [name, {}])))

/** What a search asks for, an event that may bring a bug there, and one that does not. */
const searches: readonly (readonly [keywords: string, may: BugEvent, not: BugEvent])[] = [
  ['is:open', event('bug-status-changed'), event('bug-assigned')],
  ['closed:<7d', event('bug-merged'), event('bug-edited')],
  ['class:approved', event('bug-classified'), event('bug-status-changed')],
  ['duplicate-of:b6fcc2b3', event('bug-duplicate-linked'), event('bug-assigned')],
  ['-assignee:@me', event('bug-assigned'), fields('priority')],
  ['priority:high or severity:major', fields('severity'), fields('labels')],
  ['label:ui', fields('labels'), fields('priority')],
  ['has:label', fields('labels'), event('comment-added')],
  ['component:Lights', event('bug-moved'), fields('labels')],
  ['component:none', fields('component'), fields('foundVersion')],
  ['product:BUG', event('bug-moved'), event('bug-classified')],
  ['field.browser:Firefox', fields('field.browser'), fields('priority')],
  ['parent:b6fcc2b3', event('bug-links-changed'), event('bug-moved')],
  ['is:blocked', event('bug-links-changed'), event('bug-assigned')],
  ['is:unanswered', event('comment-added'), event('bug-assigned')],
  ['is:private', fields('isPrivate'), fields('priority')],
  ['commenter:@me', event('comment-added'), event('comment-edited')],
  ['"the lamp"', event('bug-edited'), event('comment-added')],
  ['author:@me', event('bug-reported'), event('bug-edited')],
  ['updated:>30d -is:snoozed is:followed', event('bug-reported'), event('comment-added')],
]

describe('an event that may bring a bug into a view', () => {
  it.each(searches)('%s', (keywords, may, not) => {
    const asked = askedBy(searchOf({ keywords }))
    expect([mayComeIn(may, asked), mayComeIn(not, asked)]).toEqual([true, false])
    expect(mayComeIn(event('bug-reported'), asked)).toBe(true)
    expect(mayComeIn(event('bug-fields-changed', { isPrivate: { from: true, to: false } }), asked)).toBe(true)
  })

  it('is judged by the filters of the panel as well', () => {
    const asked = askedBy(searchOf({ closed: 'open', classification: 'approved', assignee: '@me' } as never))
    for (const type of ['bug-status-changed', 'bug-classified', 'bug-assigned'])
      expect(mayComeIn(event(type), asked), type).toBe(true)
    expect(mayComeIn(event('bug-edited'), asked)).toBe(false)
  })
})
