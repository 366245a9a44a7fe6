import { describe, expect, it } from 'vitest'
import { isOtherMatter, questionOf, waitBefore } from './report-question.ts'

const texts = { title: '', description: '', stepsToReproduce: '' }

describe('what similar bugs are asked with', () => {
  it('is nothing before the title has two words', () => {
    for (const title of ['', '  ', 'Lamp', 'lamp ', 'lamp …']) expect(questionOf({ ...texts, title })).toBeUndefined()
    expect(questionOf({ ...texts, title: ' Lamp flickers ' })).toEqual({ title: 'Lamp flickers' })
    expect(questionOf({ ...texts, description: 'a long one', stepsToReproduce: 'and steps' })).toBeUndefined()
  })

  it('counts words of scripts without spaces', () => {
    expect(questionOf({ ...texts, title: 'ランプがちらつく' })).toEqual({ title: 'ランプがちらつく' })
  })

  it('has the other texts once they say something', () => {
    expect(questionOf({ title: 'Lamp flickers', description: ' \n', stepsToReproduce: 'Wait' })).toEqual({
      title: 'Lamp flickers',
      stepsToReproduce: 'Wait',
    })
    expect(questionOf({ title: 'Lamp flickers', description: 'At dusk', stepsToReproduce: '' })).toEqual({
      title: 'Lamp flickers',
      description: 'At dusk',
    })
  })

  it('is what the server takes, whatever was typed', () => {
    const question = questionOf({
      ...texts,
      title: `a \u0000b ${'c'.repeat(300)}`,
      description: `${'x'.repeat(3_999)}😀`,
    })
    expect(question?.title).toHaveLength(255)
    expect(question?.title).not.toContain('\u0000')
    expect(question?.description).toHaveLength(4_000)
    expect(question?.description?.isWellFormed()).toBe(true)
  })
})

describe('the wait before asking', () => {
  const [one, two] = [{ title: 'lamp flick' }, { title: 'lamp flickers' }]
  it('ends with the word', () => {
    expect(waitBefore(two, one, 'lamp flickers')).toBe(150)
    expect(waitBefore(two, one, 'lamp flickers ')).toBe(0)
    expect(waitBefore(two, one, 'lamp flickers.')).toBe(0)
    expect(waitBefore({ title: 'error 50' }, one, 'error 50')).toBe(150)
  })
  it('is longer while the long texts are written', () => {
    expect(waitBefore({ ...two, description: 'At dusk' }, two, 'lamp flickers ')).toBe(400)
  })
})

describe('a title', () => {
  it('stays the same matter while words are added or corrected', () => {
    expect(isOtherMatter('lamp flickers', 'The lamp flickers at')).toBe(false)
    expect(isOtherMatter('Lamp flickers', 'lamp FLICKERS!')).toBe(false)
    expect(isOtherMatter('', '')).toBe(false)
  })
  it('becomes another matter when most of its words are others', () => {
    expect(isOtherMatter('lamp flickers', '')).toBe(true)
    expect(isOtherMatter('lamp flickers at dusk', 'door squeaks at night')).toBe(true)
  })
})
