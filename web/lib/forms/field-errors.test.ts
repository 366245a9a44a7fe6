import { expect, test } from 'vitest'
import { newAccount } from '#shared/auth/contract.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { editUser } from '#shared/users/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { fieldErrors, refusedField } from './field-errors.ts'

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

test('what the contract finds wrong begins with the label of its field, and numbers are readable', () => {
  const texts = { title: ' ', description: 'x'.repeat(100_001), stepsToReproduce: '1. Look' }
  const names = { title: 'Title', description: 'Description', stepsToReproduce: 'Steps' }
  expect(fieldErrors(reportBug.body, texts, names)).toEqual({
    title: 'Title must not be empty.',
    description: 'Description must be at most 100,000 characters.',
  })
  expect(fieldErrors(editUser.body, { role: [], password: 'seven77' }, labels)).toEqual({
    password: 'New Password must be at least 8 characters.',
  })
  expect(fieldErrors(editUser.body, { role: [], password: '' }, labels)).toEqual({})
})

test('a screen may have words of its own, or leave a mistake to the server', () => {
  const account = { email: 'x', password: 'short', fullName: 'A', givenName: 'B', familyName: '' }
  const names = { email: 'Email', password: 'Password', familyName: 'Family Name' }
  const words = { email: 'No address!', password: () => undefined }
  expect(fieldErrors(newAccount, account, names, words)).toEqual({
    email: 'No address!',
    familyName: 'Family Name must not be empty.',
  })
})
