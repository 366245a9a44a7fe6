import { expect, test } from 'vitest'
import { OptionError, readOptions } from './options.ts'

test('without options a run is of 100,000 bugs and 32 connections', () => {
  expect(readOptions([])).toMatchObject({ bugs: 100_000, connections: 32, seconds: 8, only: [], save: false })
})

test('scenarios are a list', () => {
  expect(readOptions(['--only', 'list,view']).only).toEqual(['list', 'view'])
})

test('sizes are measured from the smallest on', () => {
  expect(readOptions(['--scale']).sizes).toEqual([1_000, 10_000, 100_000, 1_000_000])
  expect(readOptions(['--scale', '--sizes', '5000,1000']).sizes).toEqual([1_000, 5_000])
  expect(readOptions(['--explain']).sizes).toEqual([100_000])
})

test.each([['--sizes', '10,many'], ['--bugs', 'many'], ['--seconds', '0'], ['--connections', '1.5'], ['--unknown']])(
  'a wrong option is refused: %s %s',
  (...args) => {
    expect(() => readOptions(args)).toThrow(OptionError)
  },
)
