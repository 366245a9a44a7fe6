import { expect, test } from 'vitest'
import { CallError } from '#web/lib/call-error.ts'
import { isDemoPasswordLocked, refusedField } from './refused-field.ts'

const labels = { role: 'Roles', password: 'New Password' }
const refusal = (message: string, field?: string) =>
  new CallError({ status: 400, code: 'invalid-input', message, field })

test('a refusal about a field of the form names the field as the form does', () => {
  expect(refusedField(refusal('password must be at least 8 characters', 'password'), labels)).toEqual({
    field: 'password',
    problem: 'New Password must be at least 8 characters.',
  })
  expect(refusedField(refusal('There is no role “x”.', 'role'), labels)?.problem).toBe('There is no role “x”.')
})

test('a refusal about something else is about no field', () => {
  expect(refusedField(refusal('There is no user with this id.', 'userId'), labels)).toBeUndefined()
  expect(refusedField(refusal('toString', 'toString'), labels)).toBeUndefined()
  expect(refusedField(refusal('no'), labels)).toBeUndefined()
  expect(refusedField(new TypeError('no answer'), labels)).toBeUndefined()
})

test('the demo account’s lock is told from other refusals of a password', () => {
  const text = 'Demo account password is locked. Please create another account to test this feature.'
  expect(isDemoPasswordLocked(refusal(text, 'password'))).toBe(true)
  expect(isDemoPasswordLocked(refusal('password must be at least 8 characters', 'password'))).toBe(false)
  expect(isDemoPasswordLocked(new Error(text))).toBe(false)
})
