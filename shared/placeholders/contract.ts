import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { namedId, optionalQuery, recordId, text } from '#shared/http/fields.ts'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { person } from '#shared/users/contract.ts'

/** Most placeholders that one call lists. */
export const maxPlaceholders = 20

/** What a placeholder has. */
const shares = {
  /** Bugs that they reported. */
  reported: z.int(),
  /** Bugs that are assigned to them. */
  assigned: z.int(),
  comments: z.int(),
  /** Files that they attached. */
  files: z.int(),
}

export const placeholder = z.object({ ...person.shape, ...shares })
export type Placeholder = z.output<typeof placeholder>

export const listPlaceholders = endpoint({
  method: 'GET',
  path: '/api/user/placeholders',
  access: 'canEditAnyUser',
  summary: `People whom an import named and who have no account, by name, ${maxPlaceholders} at most; with what they reported, wrote and were assigned.`,
  query: z.object({ keywords: optionalQuery(text(maxKeywordsLength)) }),
  reply: z.object({ result: z.array(placeholder) }),
})

export const givePlaceholder = endpoint({
  method: 'POST',
  path: '/api/user/:userId/placeholders',
  access: 'canEditAnyUser',
  summary:
    'Gives an account all that a person of an import reported, wrote, attached and was assigned; later imports know the person as this account. It can’t be taken back; once more changes nothing.',
  params: z.object({ userId: recordId }),
  body: z.object({ placeholderId: namedId }),
  /** What was given. */
  reply: z.object({ result: z.object(shares) }),
})
