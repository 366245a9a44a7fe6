import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { preferences } from './preferences.ts'

// Apart from the other calls about people: every page needs this one, which keeps how it looks.

export const setPreferences = endpoint({
  method: 'PUT',
  path: '/api/user/me/preferences',
  access: 'signed-in',
  summary: 'Sets how the caller reads dates, numbers and lists; what is absent stays.',
  body: z.partial(preferences),
  reply: z.object({ result: preferences }),
})
