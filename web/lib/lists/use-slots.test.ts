import { expect, test } from 'vitest'
import { nextSlots } from './use-slots.ts'

const none = { ids: [], slots: [], page: 0 }
const three = nextSlots(none, ['a', 'b', 'c'])

test('the first records get rows of their own', () => {
  expect(three).toEqual({ ids: ['a', 'b', 'c'], slots: [0, 1, 2], page: 1 })
})

test('another page fills the rows from the top', () => {
  expect(nextSlots(three, ['d', 'e', 'f'])).toEqual({ ids: ['d', 'e', 'f'], slots: [0, 1, 2], page: 2 })
})

test('where records stay each keeps its row, and a new one gets its own: none is moved around it', () => {
  expect(nextSlots(three, ['new', 'a', 'b'])).toEqual({ ids: ['new', 'a', 'b'], slots: [3, 0, 1], page: 1 })
  expect(nextSlots(three, ['c', 'a']).slots).toEqual([2, 0])
})

test('more records than rows get further rows, also after some went', () => {
  expect(nextSlots(three, ['d', 'e', 'f', 'g', 'h']).slots).toEqual([0, 1, 2, 3, 4])
  expect(nextSlots(nextSlots(three, ['c']), ['d', 'c', 'e']).slots).toEqual([3, 2, 4])
})
