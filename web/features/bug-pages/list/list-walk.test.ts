import { expect, test } from 'vitest'
import { type ListWalk, neighbour, placeIn, walkOf } from './list-walk.ts'

const of = (total: number, currentPage = 1, pageSize = 5) => ({ totalCount: total, currentPage, pageSize })

/** Follows a list that shows these bugs one after the other, such as 'a b c'. */
function walk(key: string, known: ListWalk | undefined, ids: string, place = of(ids.split(' ').length)): ListWalk {
  const found = ids.split(' ').map((_id) => ({ _id }))
  return walkOf(known, key, found, place)
}

const idsOf = ({ ids }: ListWalk) => ids.join(' ')

test('the neighbours are those of the list, and none past its ends', () => {
  const open = walk('open', undefined, 'a b c')
  expect(neighbour(open, 'a', 1)).toBe('b')
  expect(neighbour(open, 'b', -1)).toBe('a')
  expect(neighbour(open, 'a', -1)).toBeUndefined()
  expect(neighbour(open, 'c', 1)).toBeUndefined()
  expect(neighbour(open, 'elsewhere', 1)).toBeUndefined()
  expect(neighbour(undefined, 'a', 1)).toBeUndefined()
})

test('a bug that has left the list keeps its place, and what moved up follows on the last one', () => {
  const begun = walk('untriaged', undefined, 'a b')
  const later = walk('untriaged', begun, 'b c')
  expect(idsOf(later)).toBe('a b c')
  expect(neighbour(later, 'b', 1)).toBe('c')
  expect(neighbour(later, 'b', -1)).toBe('a')
  const queue = walk('untriaged', undefined, 'a b c d e', of(9))
  expect(idsOf(walk('untriaged', queue, 'b d f g h', of(6)))).toBe('a b c d e f g h')
  expect(idsOf(walk('untriaged', queue, 'f g h i', of(4)))).toBe('a b c d e f g h i')
})

test('what is new in the list stands where the list has it', () => {
  const begun = walk('open', undefined, 'a b c d e')
  expect(idsOf(walk('open', begun, 'n o a b c'))).toBe('n o a b c d e')
  expect(idsOf(walk('open', begun, 'a b n c d'))).toBe('a b n c d e')
})

test('pages follow on one another, and each place counts from the beginning of the list', () => {
  const third = walk('open', undefined, 'k l', of(7, 3, 2))
  expect(placeIn(third, 'l')).toEqual({ place: 6, total: 7 })
  const fourth = walk('open', third, 'm', of(7, 4, 2))
  expect(placeIn(fourth, 'm')).toEqual({ place: 7, total: 7 })
  const second = walk('open', fourth, 'i j', of(7, 2, 2))
  expect(idsOf(second)).toBe('i j k l m')
  expect(placeIn(second, 'i')).toEqual({ place: 3, total: 7 })
  expect(placeIn(second, 'k')).toEqual({ place: 5, total: 7 })
  expect([second.pages.get('i'), second.pages.get('m')]).toEqual([2, 4])
  expect(placeIn(second, 'elsewhere')).toBeUndefined()
})

test('bugs that were dealt with still count', () => {
  const begun = walk('untriaged', undefined, 'a b', of(4, 1, 2))
  const later = walk('untriaged', begun, 'c d', of(2, 1, 2))
  expect(placeIn(later, 'c')).toEqual({ place: 3, total: 4 })
})

test('another search is another walk', () => {
  expect(idsOf(walk('closed', walk('open', undefined, 'a'), 'b'))).toBe('b')
})
