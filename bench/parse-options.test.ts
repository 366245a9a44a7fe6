import { readMemoryOptions } from '#bench/memory/options.ts'
import { readStartOptions } from '#bench/start/options.ts'
import { expect, test } from 'vitest'
import { OptionError } from './parse-options.ts'

test('every program that needs a data set takes the folder of recorded reports', () => {
  expect(readStartOptions(['--data', 'reports'])).toMatchObject({ data: 'reports', bugs: 100_000, starts: 7 })
  expect(readMemoryOptions(['--data', 'reports'])).toMatchObject({ data: 'reports', bugs: 100_000, people: 500 })
})

test.each([
  ['--bugs', 'many'],
  ['--people', '0'],
  ['--seconds', '1.5'],
  ['--starts', '3'],
])('memory: a wrong option is refused: %s %s', (...args) => {
  expect(() => readMemoryOptions(args)).toThrow(OptionError)
})

test('start: no bugs leaves the large data set out, no starts mean nothing', () => {
  expect(readStartOptions(['--bugs', '0']).bugs).toBe(0)
  expect(() => readStartOptions(['--starts', '0'])).toThrow(OptionError)
})
