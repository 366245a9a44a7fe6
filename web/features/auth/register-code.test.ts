import { expect, test } from 'vitest'
import { CallError } from '#web/lib/call-error.ts'
import { registerCodeOf } from './register-code.ts'

const refusal = (body: unknown) => new CallError({ status: 400, code: 'invalid-input', message: '', body })

test('the code of the answer is used', () => {
  expect(registerCodeOf(refusal({ code: '400-email' }))).toBe('400-email')
  expect(registerCodeOf(refusal({ code: '401-loggedIn' }))).toBe('401-loggedIn')
})

test('an unknown code, a missing body and a missing answer count as the server’s fault', () => {
  expect(registerCodeOf(refusal({ code: 'teapot' }))).toBe('500-error')
  expect(registerCodeOf(refusal(undefined))).toBe('500-error')
  expect(registerCodeOf(new TypeError('no answer'))).toBe('500-error')
})
