import { expect, test } from 'vitest'
import { idempotencyKeys } from './idempotency-key.ts'

test('the same texts keep their key, changed texts get another', () => {
  const keyOf = idempotencyKeys()
  const first = keyOf({ title: 'a' })
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(keyOf({ title: 'a' })).toBe(first)
  expect(keyOf({ title: 'b' })).not.toBe(first)
})

test('two forms with the same texts are two reports', () => {
  expect(idempotencyKeys()({ title: 'a' })).not.toBe(idempotencyKeys()({ title: 'a' }))
})
