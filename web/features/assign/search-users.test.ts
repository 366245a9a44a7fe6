import { expect, test } from 'vitest'
import { usersIn } from './search-users.ts'

const ada = { _id: 'a'.repeat(24), fullName: 'Ada Lovelace' }

test('an array and a single person are both read', () => {
  expect(usersIn([ada])).toEqual([ada])
  expect(usersIn(ada)).toEqual([ada])
})

test('whatever is no person is nobody', () => {
  for (const result of [undefined, null, [], ['canViewData'], 'x', 7, [{ name: 'staff' }], { loggedIn: true }]) {
    expect(usersIn(result)).toEqual([])
  }
})
