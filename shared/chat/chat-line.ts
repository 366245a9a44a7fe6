import * as z from 'zod/mini'
import { moment, recordId } from '#shared/http/fields.ts'
import { chatSenders } from './words.ts'

/** One line of a conversation. `sender` and `message` are what every chat client knows; the rest is for ours. */
export const chatLine = z.object({
  /** The name to show. */
  sender: z.string(),
  /** Plain text; never markup. */
  message: z.string(),
  id: recordId,
  conversationId: recordId,
  /** Place in the conversation, from 1 without gaps: the same order for everybody. */
  seq: z.int(),
  sentAt: moment,
  from: z.enum(chatSenders),
  /** Whether the reader of this line has written it. */
  own: z.boolean(),
  /** The identifier that the writer's client gave it; told to the writer alone. */
  clientId: z.optional(z.string()),
})

export type ChatLine = z.output<typeof chatLine>
