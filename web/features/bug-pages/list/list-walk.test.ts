import { expect, test } from 'vitest'
import { neighbour, walkOf } from './list-walk.ts'

const found = (...ids: string[]) => ids.map((_id) => ({ _id }))

test('the neighbours are those of the list, and none past its ends', () => {
  const walk = walkOf(undefined, 'open', found('a', 'b', 'c'))
  expect(neighbour(walk, 'a', 1)).toBe('b')
  expect(neighbour(walk, 'b', -1)).toBe('a')
  expect(neighbour(walk, 'a', -1)).toBeUndefined()
  expect(neighbour(walk, 'c', 1)).toBeUndefined()
  expect(neighbour(walk, 'elsewhere', 1)).toBeUndefined()
  expect(neighbour(undefined, 'a', 1)).toBeUndefined()
})

test('a bug that has left the list keeps its place, and what moved up follows at the end', () => {
  const walk = walkOf(walkOf(undefined, 'untriaged', found('a', 'b')), 'untriaged', found('b', 'c'))
  expect(walk.ids).toEqual(['a', 'b', 'c'])
  expect(neighbour(walk, 'b', 1)).toBe('c')
  expect(neighbour(walk, 'b', -1)).toBe('a')
})

test('another search is another walk', () => {
  expect(walkOf(walkOf(undefined, 'open', found('a')), 'closed', found('b')).ids).toEqual(['b'])
})
