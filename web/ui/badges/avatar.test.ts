import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test('initials come from the first and the last word', () => {
  expect(initialsOf('ada lovelace')).toBe('AL')
  expect(initialsOf('  Juan Carlos de la Vega ')).toBe('JV')
})

test('one word gives one letter, no word a question mark, and whole characters stay whole', () => {
  expect(initialsOf('Plato')).toBe('P')
  expect(initialsOf('   ')).toBe('?')
  expect(initialsOf('😀mile 𝒜da')).toBe('😀𝒜')
})
