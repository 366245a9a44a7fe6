import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bugFields, filterFields } from '#shared/bugs/fields.ts'
import { bugSorts } from '#shared/bugs/words.ts'
import { controlsIn, hasWords, withControl } from './controls.ts'

test('what the words say for the whole search is read', () => {
  expect(controlsIn('crash is:open class:approved priority:High sort:title-desc')).toEqual({
    closed: 'open',
    classification: 'approved',
    priority: 'high',
    sort: { by: 'title', inverted: true },
  })
})

test('what only a part of the search says is left to the panel', () => {
  expect(controlsIn('(is:open OR class:approved) -is:closed is:followed')).toEqual({})
  expect(controlsIn('class:wrong is:open')).toEqual({})
})

test('a control that was moved rewrites its term and leaves the rest as it was typed', () => {
  expect(withControl('crash  is:open "two  words"', 'closed', 'closed')).toBe('crash  is:closed "two  words"')
  expect(withControl('class:approved crash', 'classification', 'duplicate')).toBe('class:duplicate crash')
  expect(withControl('class:approved priority:low a', 'priority', 'urgent')).toBe('class:approved priority:urgent a')
  expect(withControl('a sort:priority b', 'sort', { by: 'priority', inverted: true })).toBe('a sort:priority-asc b')
  expect(withControl('a sort:title b', 'sort', { by: 'createdOn', inverted: true })).toBe('a sort:created-asc b')
})

test('a control at its default takes the term away', () => {
  expect(withControl('crash is:open lamp', 'closed', undefined)).toBe('crash lamp')
  expect(withControl('sort:title', 'sort', { by: 'createdOn', inverted: false })).toBe('')
})

test('of a term that stands there twice, one is left', () => {
  expect(withControl('is:open crash is:closed', 'closed', 'closed')).toBe('is:closed crash')
})

test('whatever a control writes, it reads again', () => {
  const sort = fc.record({ by: fc.constantFrom(...bugSorts), inverted: fc.boolean() })
  fc.assert(
    fc.property(sort, (choice) => {
      const text = withControl('lamp sort:steps class:approved', 'sort', choice)
      const isDefault = choice.by === 'createdOn' && !choice.inverted
      expect(controlsIn(text).sort).toEqual(isDefault ? undefined : choice)
    }),
  )
  for (const name of filterFields) {
    const { initial, term, values } = bugFields[name]
    for (const value of values) {
      expect(controlsIn(withControl(`lamp sort:steps ${term}:${initial}`, name, value))[name]).toBe(value)
    }
  }
})

test('words are what is neither a term nor a condition of its own', () => {
  expect(hasWords('lamp')).toBe(true)
  expect(hasWords('"lamp post"')).toBe(true)
  expect(hasWords('is:open sort:title -lamp')).toBe(false)
  expect(hasWords('')).toBe(false)
})
