import { expect, it } from 'vitest'
import { WordMemory } from './word-memory.ts'
import type { Word } from './words.ts'

it('remembers no word after it was cleared, and others from then on', () => {
  const memory = new WordMemory()
  const word = (written: string): Word => ({ written, terms: [], spelled: [], concepts: [], hashes: [] })
  memory.keep(word('crash'), 7)
  for (let times = 0; times < 20; times++) memory.isFrequent(7)
  expect(memory.find('a crash', 2, 7, 7)?.written).toBe('crash')

  memory.clear()
  expect(memory.find('a crash', 2, 7, 7)).toBeUndefined()
  expect(memory.isFrequent(7)).toBe(false)
  memory.keep(word('crash'), 7)
  expect(memory.find('a crash', 2, 7, 7)?.written).toBe('crash')
})
