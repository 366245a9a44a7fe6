import { expect, test } from 'vitest'
import { CallError } from '#web/lib/call-error.ts'
import { isDemoPasswordLocked } from './demo-password.ts'

const refusal = (message: string, field?: string) =>
  new CallError({ status: 400, code: 'invalid-input', message, field })

test('the demo account’s lock is told from other refusals of a password', () => {
  const text = 'Demo account password is locked. Please create another account to test this feature.'
  expect(isDemoPasswordLocked(refusal(text, 'password'))).toBe(true)
  expect(isDemoPasswordLocked(refusal('password must be at least 8 characters', 'password'))).toBe(false)
  expect(isDemoPasswordLocked(new Error(text))).toBe(false)
})
