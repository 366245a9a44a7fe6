import { expect, test } from 'vitest'
import { nextSlots } from './use-slots.ts'

const none = { ids: [], slots: [] }
const three = nextSlots(none, ['a', 'b', 'c'])

test('the first records get rows of their own', () => {
  expect(three.slots).toEqual([0, 1, 2])
})

test('another page fills the rows from the top', () => {
  expect(nextSlots(three, ['d', 'e', 'f']).slots).toEqual([0, 1, 2])
})

test('a record that stays keeps its row, wherever it stands now', () => {
  expect(nextSlots(three, ['new', 'a', 'b']).slots).toEqual([2, 0, 1])
  expect(nextSlots(three, ['c', 'a']).slots).toEqual([2, 0])
})

test('more records than rows get further rows, also after some went', () => {
  expect(nextSlots(three, ['d', 'e', 'f', 'g', 'h']).slots).toEqual([0, 1, 2, 3, 4])
  expect(nextSlots(nextSlots(three, ['c']), ['d', 'c', 'e']).slots).toEqual([3, 2, 4])
})
