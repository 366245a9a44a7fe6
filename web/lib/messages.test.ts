import { expect, test } from 'vitest'
import { messages } from './messages.ts'

/** Returns every fixed text of one kind, in one list. */
function textsIn(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? textsIn(value) : []
  })
}

test('texts that differ in a letter or a mark are not merged', () => {
  expect(messages.access.mustBeLoggedIn).toBe('Must Be LoggedIn!')
  expect(messages.profile.mustBeLoggedIn).toBe('Must be LoggedIn')
  expect(messages.bugView.invalidId).toBe('Invalid Bug Id!')
  expect(messages.bugEdit.invalidId).toBe('Invalid Bug Id')
  expect(messages.assign.invalidId).toBe('Invalid Bug Id Specified!')
  expect(messages.login.invalidCredentials).toBe('Invalid Login Credentials!')
  expect(messages.login.invalidCredentialsInline).toBe('Invalid login credentials!')
  expect(messages.bugView.unassigned).toBe('UnAssigned')
  expect(messages.bugList.unassigned).toBe('Unassigned')
  expect(messages.assign.noUsersListed).toBe('No Found Users!')
  expect(messages.assign.noUsersFound).toBe('No Users Found!')
})

test('texts with a value put it where it belongs', () => {
  expect(messages.register.invalidEmail('name@example.com')).toBe('Not Valid Email! Ex: name@example.com')
  expect(messages.report.wait(3)).toBe('Wait: 3')
  expect(messages.bugList.showing(6, 10, 42)).toBe('Showing 6 to 10 of 42 results')
})

test('no text has stray space, typographic quotes or an ellipsis character', () => {
  for (const text of textsIn(messages)) {
    expect(text).toBe(text.trim())
    expect(text).not.toMatch(/[‘’“”…]| {2}/)
  }
})
