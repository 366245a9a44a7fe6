import * as z from 'zod/mini'
import { recordId, timestamp } from '#shared/http/fields.ts'
import { chatSenders } from './words.ts'

/** One message of a conversation. Every chat client knows `sender` and `message`; the rest is for ours. */
export const chatMessage = z.object({
  /** The name to show. */
  sender: z.string(),
  /** Plain text; never markup. */
  message: z.string(),
  id: recordId,
  conversationId: recordId,
  /** Position in the conversation, from 1 without gaps: the same order for everybody. */
  seq: z.int(),
  sentAt: timestamp,
  from: z.enum(chatSenders),
  /** Whether the reader of this message has written it. */
  own: z.boolean(),
  /** The id that the writer's client gave it; sent only to the writer. */
  clientId: z.optional(z.string()),
})

export type ChatMessage = z.output<typeof chatMessage>
