import * as z from 'zod/mini'
import { permissionNames } from '#shared/access/permissions.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { recordId, text } from '#shared/http/fields.ts'
import { productParts } from '#shared/parts/part.ts'
import { productChoice } from '#shared/products/product-reference.ts'
import { preferences } from '#shared/users/preferences.ts'
import { isRegistrableEmail, maxEmailLength, anyPassword, personName } from '#shared/users/contract.ts'

/** Codes of the answers to a registration. */
export type RegisterCode = '200-added' | '400-email' | '401-loggedIn' | '400-failed' | '500-error'

/** The fields of a new account; also used when the first administrator sets the product up. */
export const newAccount = z.object({
  email: text(maxEmailLength).check(z.refine((value) => isRegistrableEmail(value.trim()), 'must be an e-mail address')),
  password: anyPassword,
  fullName: personName,
  givenName: personName,
  familyName: personName,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/user/login',
  access: 'public',
  summary: 'Starts a session.',
  body: z.object({
    email: text(maxEmailLength).check(z.minLength(1, 'must not be empty')),
    password: anyPassword,
  }),
  reply: z.object({ loggedIn: z.boolean(), name: z.string() }),
  refusal: (code) => (code === 'invalid-credentials' ? { loggedIn: false } : {}),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/user/register',
  access: 'public',
  summary: 'Creates an account and signs it in; refused where the operator has closed sign-up.',
  body: newAccount,
  reply: z.object({ code: z.literal('200-added'), name: z.string() }),
  refusal: (code): { code: RegisterCode } => {
    if (code === 'email-taken') return { code: '400-email' }
    if (code === 'already-signed-in') return { code: '401-loggedIn' }
    if (code === 'internal' || code === 'unavailable') return { code: '500-error' }
    return { code: '400-failed' }
  },
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/user/logout',
  access: 'signed-in',
  summary: 'Ends the caller’s session.',
  reply: z.object({ loggedIn: z.literal(false) }),
})

export const loginStatus = endpoint({
  method: 'GET',
  path: '/api/user/loginStatus',
  access: 'public',
  summary: 'Who the caller is, with all permissions at once.',
  reply: z.object({
    loggedIn: z.boolean(),
    name: z.string(),
    _id: z.optional(recordId),
    permissions: z.array(z.enum(permissionNames)),
    /** Of who is signed in. */
    preferences: z.optional(preferences),
    /** The products that the caller may see, by name, where they see several. */
    products: z.optional(z.array(productChoice)),
    /** A product that the caller may see has custom fields or report templates. */
    hasForms: z.optional(z.literal(true)),
    /** Of the products that the caller may see those that have components or versions in use. */
    parts: z.optional(z.array(productParts)),
  }),
})

export const hasPermission = endpoint({
  method: 'POST',
  path: '/api/user/hasPermission',
  access: 'public',
  summary: 'Whether the caller holds one permission. Unknown names and strangers get false.',
  body: z.object({ permission: text(200) }),
  reply: z.object({ hasPermission: z.boolean(), _id: z.optional(recordId) }),
})

export const permissions = endpoint({
  method: 'GET',
  path: '/api/user/permissions',
  access: 'public',
  summary: 'All permissions of the caller; none for a stranger.',
  reply: z.object({ result: z.array(z.enum(permissionNames)), _id: z.optional(recordId) }),
})

const session = z.object({
  /** Identifies the session; nobody can sign in with it. */
  sessionId: z.string(),
  startedOn: z.string(),
  /** When it was last used, to the hour. */
  seenOn: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
})

const sessions = z.object({ result: z.array(session) })
const sessionOfUser = z.object({ userId: recordId, sessionId: z.string() })

export const listMySessions = endpoint({
  method: 'GET',
  path: '/api/user/me/sessions',
  access: 'signed-in',
  summary: 'Where the caller is signed in, the last used first.',
  reply: sessions,
})

export const endMySession = endpoint({
  method: 'DELETE',
  path: '/api/user/me/sessions/:sessionId',
  access: 'signed-in',
  summary: 'Ends one of the caller’s sessions; `others` ends all but this one.',
  params: z.object({ sessionId: z.string() }),
  reply: sessions,
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/user/:userId/sessions',
  access: 'canEditAnyUser',
  summary: 'Where a person is signed in.',
  params: z.object({ userId: recordId }),
  reply: sessions,
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/user/:userId/sessions/:sessionId',
  access: 'canEditAnyUser',
  summary: 'Ends one of a person’s sessions; `all` ends every one.',
  params: sessionOfUser,
  reply: sessions,
})
