import { expect, test } from 'vitest'
import { KeywordChoice } from './keyword-choice.ts'

test('counts bugs by the beginning of a word, those seen before the choice too', () => {
  const choice = new KeywordChoice()
  for (let bug = 0; bug < 6000; bug++) {
    choice.note([
      'everywhere',
      ...(bug % 4 === 0 ? ['commonly'] : []),
      ...(bug % 1000 === 1 ? ['commonlyknown'] : []),
      ...(bug === 2500 ? ['seldom'] : []),
    ])
  }
  expect(choice.result()).toEqual({
    common: { word: 'commonly', bugs: 1506 },
    rare: { word: 'seldom', bugs: 1 },
  })
})
