import { describe, expect, test } from 'vitest'
import type { Conflict } from '#shared/history/conflict.ts'
import {
  afterConflict,
  decided,
  draftedTexts,
  followed,
  hasChanges,
  newDraft,
  parseTextDraft,
  type Saved,
  undecided,
  withText,
} from './text-draft.ts'

type Field = 'title' | 'description' | 'stepsToReproduce'

const saved: Saved<Field> = {
  version: 3,
  texts: { title: 'Lamp flickers', description: 'At dusk.', stepsToReproduce: 'Switch it on.' },
}

function savedByOthers(texts: Partial<Saved<Field>['texts']>, version = 4): Saved<Field> {
  return { version, texts: { ...saved.texts, ...texts } }
}

const begun = () => withText(saved, newDraft(saved), 'title', 'Lamp goes dark')

describe('a draft', () => {
  test('holds what was written, and everything else follows the saved texts', () => {
    const later = savedByOthers({ description: 'At dusk and dawn.' })
    expect(draftedTexts(later, begun())).toEqual({ ...later.texts, title: 'Lamp goes dark' })
  })

  test('is no change when a text is put back', () => {
    const draft = withText(saved, begun(), 'title', 'Lamp flickers')
    expect(draft).toEqual(newDraft(saved))
    expect(hasChanges(saved, draft)).toBe(false)
  })

  test('of an emptied text is a change', () => {
    expect(hasChanges(saved, withText(saved, newDraft(saved), 'description', ''))).toBe(true)
  })

  test('is no change once the same is saved, as after a reload in the middle of saving', () => {
    expect(hasChanges(savedByOthers({ title: 'Lamp goes dark' }), begun())).toBe(false)
  })

  test('is read back as it was kept, and from nothing else', () => {
    const draft = withText(saved, begun(), 'description', '"quoted"\n')
    expect(parseTextDraft(JSON.stringify(draft))).toEqual(draft)
    const version = 1
    for (const other of [
      null,
      'title',
      {},
      { version, changes: { title: 'x' } },
      { version, changes: { other: { text: '', base: '' } } },
      { version, changes: {}, conflict: {} },
    ]) {
      expect(parseTextDraft(JSON.stringify(other))).toBeUndefined()
    }
    expect(parseTextDraft('')).toBeUndefined()
    expect(parseTextDraft('{"version":')).toBeUndefined()
  })
})

describe('a bug that others change meanwhile', () => {
  test('moves the draft on while they change other texts', () => {
    expect(followed(savedByOthers({ description: 'Theirs' }), begun()).version).toBe(4)
  })

  test('leaves the draft at its version when they change the same text', () => {
    const later = savedByOthers({ title: 'Theirs' })
    expect(followed(later, begun())).toEqual(begun())
    expect(withText(later, begun(), 'title', 'Lamp goes dark.')).toMatchObject({
      version: 3,
      changes: { title: { text: 'Lamp goes dark.', base: 'Lamp flickers' } },
    })
  })

  test('moves it on when both wrote the same', () => {
    expect(followed(savedByOthers({ title: 'Lamp goes dark' }), begun()).version).toBe(4)
  })

  test('moves it never back', () => {
    expect(followed(savedByOthers({}, 2), begun()).version).toBe(3)
  })
})

describe('after a conflict', () => {
  const now = savedByOthers({ title: 'Theirs', description: 'At dusk.\n\nTheir paragraph.' }, 6)
  const sent = { title: 'Mine', description: 'My paragraph.\n\nAt dusk.', stepsToReproduce: 'Switch it on.' }
  const merged = { ...sent, description: 'My paragraph.\n\nAt dusk.\n\nTheir paragraph.' }
  const clash = { field: 'title' as const, base: 'Lamp flickers', theirs: 'Theirs', yours: 'Mine' }
  const conflict: Conflict = { version: 6, since: [], clashes: [clash], merged }
  const draft = afterConflict(now, sent, conflict)

  test('what goes together is merged, what clashes is the own text, and nothing is decided', () => {
    expect(draftedTexts(now, draft)).toEqual(merged)
    expect(undecided(draft)).toEqual(['title'])
    expect(draft.version).toBe(6)
    expect(draft.changes).not.toHaveProperty('stepsToReproduce')
  })

  test('it outlasts a reload', () => {
    expect(parseTextDraft(JSON.stringify(draft))).toEqual(draft)
  })

  test('theirs is taken', () => {
    const next = decided(now, draft, 'title', 'theirs', 'Theirs')
    expect(draftedTexts(now, next).title).toBe('Theirs')
    expect(undecided(next)).toEqual([])
    expect(next.conflict?.clashes).toMatchObject([{ yours: 'Mine', choice: 'theirs' }])
  })

  test('mine is kept, and the decision may change as long as nothing is saved', () => {
    const next = decided(now, decided(now, draft, 'title', 'theirs', 'Theirs'), 'title', 'mine', 'Mine')
    expect(draftedTexts(now, next).title).toBe('Mine')
    expect(next.conflict?.clashes).toMatchObject([{ choice: 'mine' }])
  })

  test('writing in the field decides, too', () => {
    const next = withText(now, draft, 'title', 'Theirs and mine')
    expect(undecided(next)).toEqual([])
    expect(next.conflict?.clashes).toMatchObject([{ choice: 'combined' }])
    expect(undecided(withText(now, draft, 'description', 'other'))).toEqual(['title'])
  })

  test('the next change by others counts anew', () => {
    const next = decided(now, draft, 'title', 'mine', 'Mine')
    expect(followed({ version: 7, texts: { ...now.texts, stepsToReproduce: 'Other steps' } }, next).version).toBe(7)
    expect(followed({ version: 7, texts: { ...now.texts, title: 'Theirs again' } }, next).version).toBe(6)
  })

  test('without a text that clashes there is nothing to decide', () => {
    expect(undecided(afterConflict(now, sent, { version: 6, since: [], clashes: [] }))).toEqual([])
  })
})
