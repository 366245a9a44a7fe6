import { OptionError } from '#bench/parse-options.ts'
import { expect, test } from 'vitest'
import { readWebOptions } from './options.ts'

test('without options a run is of 100,000 bugs beside 1,000, and of everything', () => {
  expect(readWebOptions([])).toMatchObject({ bugs: 100_000, reference: 1000, repetitions: 20, loads: 3, only: [] })
})

test('parts are a list', () => {
  expect(readWebOptions(['--only', 'scrolling,screens']).only).toEqual(['scrolling', 'screens'])
  expect(readWebOptions(['--interactions', 'open,back']).interactions).toEqual(['open', 'back'])
})

test.each([['--only', 'dancing'], ['--bugs', 'many'], ['--repetitions', '1'], ['--loads', '0'], ['--unknown']])(
  'a wrong option is refused: %s %s',
  (...args) => {
    expect(() => readWebOptions(args)).toThrow(OptionError)
  },
)
