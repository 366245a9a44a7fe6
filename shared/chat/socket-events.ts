import * as z from 'zod/mini'
import { filledText, recordId, text, timestamp } from '#shared/http/fields.ts'
import { socketEvent } from '#shared/realtime/socket-event.ts'
import { maxEmailLength } from '#shared/users/contract.ts'
import { chatMessage } from './chat-message.ts'
import { maxClientIdLength, maxMessageLength } from './words.ts'

/** A position in a conversation. */
const place = z.int().check(z.gte(0), z.lte(2_000_000_000))

/**
 * The conversation. Visitors leave it out, because they have only one. Holders of liveChatAdmin name it, or leave it
 * out for the one that they last read or answered.
 */
const conversationId = z.optional(recordId)

export const setName = socketEvent({
  name: 'set-name',
  access: 'public',
  summary: 'Names an anonymous visitor. Who is signed in keeps the name of the account.',
  // Longer names are cut, so that a client that knows no limit is not refused.
  payload: text(1000),
  reply: z.object({ name: z.string() }),
})

export const sendMessage = socketEvent({
  name: 'chat-message',
  access: 'public',
  summary:
    'Says something. Acknowledged once it is stored; the same clientId again gives the same line and stores nothing twice.',
  payload: z.object({
    message: filledText(maxMessageLength),
    clientId: z.optional(filledText(maxClientIdLength)),
    conversationId,
    /** Path of the page where it was written; shown to staff. */
    page: z.optional(text(500)),
  }),
  reply: z.object({ id: recordId, conversationId: recordId, seq: z.int(), sentAt: timestamp }),
})

export const syncConversation = socketEvent({
  name: 'chat-sync',
  access: 'public',
  summary: 'Gives the lines after a place, oldest first, or without a place the last ones; and how things stand.',
  payload: z.object({ conversationId, after: z.optional(place), before: z.optional(place) }),
  reply: z.object({
    /** Absent until the first message is stored. */
    conversationId: z.optional(recordId),
    lines: z.array(chatMessage),
    /** With `after`: there are later ones. Otherwise: there are earlier ones. */
    more: z.boolean(),
    /** How far the visitor and the staff have read. */
    visitorSeen: z.int(),
    staffSeen: z.int(),
    /** Whether a person who can answer is connected. */
    staffPresent: z.boolean(),
    /**
     * Whether answers reach this visitor elsewhere: they have left an address, whose owner is asked first, or are signed in with one
     * that they confirmed and that no mail server refused, and have not ended the mails of the chat.
     */
    canBeReached: z.boolean(),
    isBlocked: z.boolean(),
  }),
})

export const markSeen = socketEvent({
  name: 'chat-seen',
  access: 'public',
  summary: 'Says that everything up to a place was read.',
  payload: z.object({ conversationId, seq: place }),
  reply: z.object({}),
})

export const sayTyping = socketEvent({
  name: 'chat-typing',
  access: 'public',
  summary: 'Says that somebody is writing; to be repeated every few seconds while it goes on.',
  payload: z.object({ conversationId }),
  reply: z.object({}),
})

export const leaveEmail = socketEvent({
  name: 'chat-email',
  access: 'public',
  summary: 'Leaves an address for an answer, when nobody is there. An empty one takes it back.',
  payload: z.object({ email: text(maxEmailLength) }),
  reply: z.object({ canBeReached: z.boolean() }),
})

export const askForTranscript = socketEvent({
  name: 'chat-transcript',
  access: 'public',
  summary:
    'Has the visitor’s conversation mailed to their account’s confirmed address, else to the one that they left. One that nobody has confirmed gets only what the team wrote.',
  payload: z.object({}),
  reply: z.object({}),
})

/** Every event that the server accepts for the chat. */
export const chatEvents = {
  setName,
  sendMessage,
  syncConversation,
  markSeen,
  sayTyping,
  leaveEmail,
  askForTranscript,
} as const

/**
 * Why an event was refused, for a client that asked for no acknowledgement: also sent as `chat-message`, which it
 * knows.
 */
export const chatNotice = z.object({ sender: z.string(), message: z.string() })

/** A person is typing; valid for some seconds. */
export const chatTyping = z.object({ conversationId: recordId, from: z.enum(['visitor', 'staff']), sender: z.string() })

/** How far a person has read. */
export const chatSeen = z.object({ conversationId: recordId, from: z.enum(['visitor', 'staff']), seq: z.int() })

/** Whether a person who can answer is connected. */
export const chatPresence = z.object({ staffPresent: z.boolean() })

/** To staff: a conversation is new or has changed; read it again. Visitors receive it when their own is deleted. */
export const conversationChanged = z.object({ conversationId: recordId, isDeleted: z.boolean() })

/** To staff who see notes: one was added to a conversation; read them again. */
export const notesChanged = z.object({ conversationId: recordId })

/** What the server sends for the chat, by name. */
export const chatPushes = {
  /** A message. The socket that sent it gets none. */
  'chat-message': chatMessage,
  'chat-notice': chatNotice,
  'chat-typing': chatTyping,
  'chat-seen': chatSeen,
  'chat-presence': chatPresence,
  'chat-conversation': conversationChanged,
  'chat-notes': notesChanged,
} as const
