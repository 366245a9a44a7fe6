import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('each is a version 4 UUID of its own', () => {
  const some = Array.from({ length: 100 }, randomUuid)
  for (const uuid of some) expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(some).size).toBe(some.length)
})
