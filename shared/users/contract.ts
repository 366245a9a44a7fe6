import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, oneOf, optionalQuery, recordId, text } from '#shared/http/fields.ts'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { preferences } from './preferences.ts'
import { agesInOrder, listQuery, maxKeywordsLength, pagination } from '#shared/http/page.ts'

export const maxEmailLength = 254
export const minRegistrationEmailLength = 5
export const minPasswordLength = 8
export const maxPasswordLength = 128
export const maxNameLength = 200

/** A person's name as records show it. */
export const person = z.object({ _id: recordId, fullName: z.string() })
export type Person = z.output<typeof person>

export const personName = filledText(maxNameLength)

/** Any characters, because a password is only hashed. */
export const anyPassword = z
  .string()
  .check(
    z.minLength(minPasswordLength, `must be at least ${minPasswordLength} characters`),
    z.maxLength(maxPasswordLength, `must be at most ${maxPasswordLength} characters`),
  )

/**
 * Returns whether registration accepts an e-mail address; the same rule on both sides. Expects no surrounding space.
 */
export function isRegistrableEmail(email: string): boolean {
  return email.length >= minRegistrationEmailLength && email.includes('@') && email.includes('.')
}

/** Returns whether mail can be sent to an address: one name, one domain. Expects no surrounding space. */
export function isMailAddress(email: string): boolean {
  return /^[^\s@<>(),;:"[\]\\\p{C}]+@[^\s@<>(),;:"[\]\\\p{C}.]+(\.[^\s@<>(),;:"[\]\\\p{C}.]+)+$/u.test(email)
}

/** An address to which a mail goes. */
export const mailAddress = text(maxEmailLength).check(
  z.refine((value) => isMailAddress(value.trim()), 'must be an e-mail address'),
)

export const me = endpoint({
  method: 'GET',
  path: '/api/user/me',
  access: 'signed-in',
  summary: 'The caller’s own account.',
  reply: z.object({
    result: z.object({
      _id: recordId,
      email: z.string(),
      fullName: z.string(),
      givenName: z.string(),
      familyName: z.string(),
      role: z.array(z.string()),
      createdOn: z.string(),
      /** Mail to the address has reached the caller. */
      isEmailConfirmed: z.boolean(),
      /** The shared demo account, whose password is locked. */
      isDemo: z.boolean(),
      preferences,
    }),
  }),
})

/** Sort options of the user list; names and roles run A to Z, newest and oldest go by the creation of the account. */
export const userSorts = ['givenName', 'familyName', 'role', 'newest', 'oldest'] as const
export type UserSort = (typeof userSorts)[number]

/** A person as others see them; the e-mail only for oneself and for holders of canEditAnyUser. */
export const user = z.object({
  _id: recordId,
  fullName: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  role: z.array(z.string()),
  createdOn: z.string(),
  email: z.optional(z.string()),
  isDeactivated: z.boolean(),
  abilities: z.object({ edit: z.boolean() }),
})
export type User = z.output<typeof user>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user/list',
  access: 'canViewData',
  summary: 'One page of the people with an account that match all given filters.',
  query: z
    .object({
      ...listQuery,
      role: optionalQuery(text(maxRoleNameLength)),
      /** Only people who see internal comments; for holders of canViewInternalComments. */
      seesInternalComments: optionalQuery(z.enum(['true'], 'must be true, or absent')),
      sortBy: optionalQuery(oneOf(userSorts)),
    })
    .check(agesInOrder),
  reply: z.object({ result: z.array(user), pagination }),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/:userId',
  access: 'canViewData',
  summary: 'One person; with the query `keywords` a list of one or none, as the search by id reads it.',
  params: z.object({ userId: recordId }),
  query: z.object({ keywords: z.optional(text(maxKeywordsLength)) }),
  reply: z.object({ result: z.union([user, z.array(user)]) }),
})

export const editUser = endpoint({
  method: 'PUT',
  path: '/api/user/:userId',
  access: 'canEditAnyUser',
  summary:
    'Changes a person’s names, roles and password; what is absent stays, and so does an empty password. One’s own ' +
    'password needs a session that was started within the last 15 minutes.',
  params: z.object({ userId: recordId }),
  body: z.object({
    fullName: z.optional(personName),
    givenName: z.optional(personName),
    familyName: z.optional(personName),
    role: z.optional(z.array(text(maxRoleNameLength))),
    password: z.optional(z.union([z.literal(''), anyPassword])),
  }),
  reply: z.object({ result: user }),
})

export const editMe = endpoint({
  method: 'PUT',
  path: '/api/user/update/me',
  access: 'signed-in',
  summary:
    'Changes the caller’s names or password; role and e-mail are ignored. A new password needs the current one, or a ' +
    'session that was started within the last 15 minutes.',
  body: z.object({
    fullName: z.optional(personName),
    givenName: z.optional(personName),
    familyName: z.optional(personName),
    password: z.optional(anyPassword),
    currentPassword: z.optional(text(maxPasswordLength)),
  }),
  reply: z.object({ result: user }),
})

export const setUserActive = endpoint({
  method: 'PUT',
  path: '/api/user/:userId/active',
  access: 'canEditAnyUser',
  summary: 'Deactivates a person, which ends their sessions, or lets them sign in again.',
  params: z.object({ userId: recordId }),
  body: z.object({ active: z.boolean() }),
  reply: z.object({ result: user }),
})

export { setPreferences } from './preferences-contract.ts'
