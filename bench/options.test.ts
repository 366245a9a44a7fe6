import { expect, test } from 'vitest'
import { OptionError, readOptions } from './options.ts'

test('without options a run is of 100,000 bugs and 32 connections', () => {
  expect(readOptions([])).toMatchObject({ bugs: 100_000, connections: 32, seconds: 8, only: [], save: false })
})

test('scenarios are a list', () => {
  expect(readOptions(['--only', 'list,view']).only).toEqual(['list', 'view'])
})

test.each([['--bugs', 'many'], ['--seconds', '0'], ['--connections', '1.5'], ['--unknown']])(
  'a wrong option is refused: %s %s',
  (...args) => {
    expect(() => readOptions(args)).toThrow(OptionError)
  },
)
