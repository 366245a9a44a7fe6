import { expect, test } from 'vitest'
import { numberedSteps } from './numbered-steps.ts'

test('numbered lines become steps', () => {
  expect(numberedSteps('1. Open the app\n2. Press Save\n3. Look')?.steps).toEqual([
    'Open the app',
    'Press Save',
    'Look',
  ])
})

test.each([
  ['1) a\n2) b'],
  ['1.a\n2.b'],
  ['1: a\n2: b'],
  ['1 - a\n2 - b'],
  ['Step 1: a\nstep 2: b'],
  ['  1. a\r\n\r\n  2. b'],
])('the usual ways of numbering are understood: %j', (text) => {
  expect(numberedSteps(text)?.steps).toEqual(['a', 'b'])
})

test('lines without a number belong to the step above', () => {
  expect(numberedSteps('1. Run\n   npm start\n\n   and wait\n2. Stop')?.steps).toEqual([
    'Run\n   npm start\n\n   and wait',
    'Stop',
  ])
})

test('what stands before and after the steps is kept', () => {
  expect(numberedSteps('With an empty cart:\n1. Pay\n2. Wait\n\nResult: a blank page\n')).toEqual({
    intro: 'With an empty cart:',
    steps: ['Pay', 'Wait'],
    outro: 'Result: a blank page',
  })
})

test.each([
  ['just a sentence'],
  ['1. only one'],
  ['2. starts\n3. late'],
  ['1.5 is the version\n2.0 is not out'],
  ['10:30 started\n10:31 crashed'],
  ['- a\n- b'],
  [''],
])('other text is no list: %j', (text) => {
  expect(numberedSteps(text)).toBeUndefined()
})

test('a number out of order is a line of its step', () => {
  expect(numberedSteps('1. a\n5. b\n2. c')?.steps).toEqual(['a\n5. b', 'c'])
})
