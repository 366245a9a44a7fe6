import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, optionalQuery, recordId, text } from '#shared/http/fields.ts'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { agesInOrder, listQuery, maxKeywordsLength, pagination } from '#shared/http/page.ts'

export const maxEmailLength = 254
export const minRegistrationEmailLength = 5
export const minPasswordLength = 8
export const maxPasswordLength = 128
export const maxNameLength = 200

/** A person's name as records show it. */
export const person = z.object({ _id: recordId, fullName: z.string() })

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
      /** The shared demo account, whose password is locked. */
      isDemo: z.boolean(),
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
      sortBy: optionalQuery(z.enum(userSorts, `must be one of: ${userSorts.join(', ')}`)),
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
  summary: 'Changes a person’s names, roles and password; what is absent stays, and so does an empty password.',
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
  summary: 'Changes the caller’s names or password; role and e-mail are ignored.',
  body: z.object({
    fullName: z.optional(personName),
    givenName: z.optional(personName),
    familyName: z.optional(personName),
    password: z.optional(anyPassword),
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
