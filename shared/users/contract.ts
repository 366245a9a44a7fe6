import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, recordId } from '#shared/http/fields.ts'

export const maxEmailLength = 254
export const minRegistrationEmailLength = 5
export const minPasswordLength = 8
export const maxPasswordLength = 128
export const maxNameLength = 200

/** A person's name as records show it. */
export const person = z.object({ _id: recordId, fullName: z.string() })

export const personName = filledText(maxNameLength)

export const newPassword = z
  .string()
  .check(
    z.minLength(minPasswordLength, `must be at least ${minPasswordLength} characters`),
    z.maxLength(maxPasswordLength, `must be at most ${maxPasswordLength} characters`),
  )

/** True for an e-mail address that registration accepts; the same rule on both sides. Expects no surrounding space. */
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
    }),
  }),
})
