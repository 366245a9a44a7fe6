import * as z from 'zod/mini'
import { newAccount } from '#shared/auth/contract.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { text } from '#shared/http/fields.ts'

const setupToken = text(1000)

export const checkSetupToken = endpoint({
  method: 'POST',
  path: '/api/setup/check',
  access: 'public',
  summary: 'Whether a one-time set-up link can still be used.',
  body: z.object({ token: setupToken }),
  reply: z.object({ valid: z.boolean() }),
})

export const createFirstAdministrator = endpoint({
  method: 'POST',
  path: '/api/setup/administrator',
  access: 'public',
  summary: 'Creates the first administrator with the one-time link of the start, and signs them in.',
  body: z.extend(newAccount, { token: setupToken }),
  reply: z.object({ name: z.string() }),
})
