import { expect, it } from 'vitest'
import { giveBackMemory } from './give-back-memory.ts'

it('takes out what nobody holds any more', () => {
  let held: unknown[] | undefined = Array.from({ length: 300_000 }, (_, number) => ({
    number,
    text: `number ${number}`,
  }))
  const before = process.memoryUsage().heapUsed
  expect(held).toHaveLength(300_000)
  held = undefined
  giveBackMemory()
  expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(15e6)
})

it('leaves nothing behind by which others could do so', () => {
  giveBackMemory()
  expect(globalThis).not.toHaveProperty('gc')
})
