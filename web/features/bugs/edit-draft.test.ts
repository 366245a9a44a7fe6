import { describe, expect, test } from 'vitest'
import {
  draftedTexts,
  hasChanges,
  overtakenTexts,
  parseEditDraft,
  rebased,
  withText,
  writeEditDraft,
} from './edit-draft.ts'

const saved = { title: 'Lamp flickers', description: 'At dusk.', stepsToReproduce: 'Switch it on.' }

describe('a draft', () => {
  test('holds what was written, and everything else follows the saved texts', () => {
    const draft = withText(saved, {}, 'title', 'Lamp goes dark')
    const savedByOthers = { ...saved, description: 'At dusk and dawn.' }
    expect(draftedTexts(savedByOthers, draft)).toEqual({
      title: 'Lamp goes dark',
      description: 'At dusk and dawn.',
      stepsToReproduce: 'Switch it on.',
    })
    expect(overtakenTexts(savedByOthers, draft)).toEqual([])
  })

  test('is empty again when a text is put back', () => {
    const draft = withText(saved, withText(saved, {}, 'title', 'Lamp'), 'title', 'Lamp flickers')
    expect(draft).toEqual({})
    expect(hasChanges(saved, draft)).toBe(false)
    expect(writeEditDraft(draft)).toBe('')
  })

  test('of an emptied text is a change', () => {
    expect(hasChanges(saved, withText(saved, {}, 'description', ''))).toBe(true)
  })

  test('is read back as it was kept', () => {
    const draft = withText(saved, withText(saved, {}, 'title', 'Lamp "goes" dark\n'), 'description', '')
    expect(parseEditDraft(writeEditDraft(draft))).toEqual(draft)
  })

  test('is read from nothing else', () => {
    for (const json of ['', 'null', '{"title":', '"title"']) expect(parseEditDraft(json)).toEqual({})
    expect(parseEditDraft('{"title":"Lamp","description":{"text":1,"base":""},"other":{"text":"","base":""}}')).toEqual(
      {},
    )
  })
})

describe('a text that somebody else changed meanwhile', () => {
  const draft = withText(saved, {}, 'title', 'Mine')
  const savedByOthers = { ...saved, title: 'Theirs' }

  test('is overtaken while it differs from theirs', () => {
    expect(overtakenTexts(savedByOthers, draft)).toEqual(['title'])
    expect(overtakenTexts(savedByOthers, withText(savedByOthers, draft, 'title', 'Mine, later'))).toEqual(['title'])
  })

  test('is not, when both wrote the same', () => {
    const same = { ...saved, title: 'Mine' }
    expect(overtakenTexts(same, draft)).toEqual([])
    expect(hasChanges(same, draft)).toBe(false)
  })

  test('is no longer, once its writer has seen theirs; the next change by others counts anew', () => {
    const seen = rebased(savedByOthers, draft)
    expect(overtakenTexts(savedByOthers, seen)).toEqual([])
    expect(draftedTexts(savedByOthers, seen).title).toBe('Mine')
    expect(overtakenTexts({ ...saved, title: 'Theirs again' }, seen)).toEqual(['title'])
  })
})
