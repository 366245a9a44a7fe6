import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, filledText, oneOf, optionalQuery, recordId, timestamp, wholeNumber } from '#shared/http/fields.ts'
import { listQuery, pagination } from '#shared/http/page.ts'
import { bugLink } from '#shared/links/link.ts'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { person } from '#shared/users/contract.ts'
import { chatMessage } from './chat-message.ts'
import { chatSenders, inboxViews, maxAnswerTitleLength, maxMessageLength } from './words.ts'

/** A conversation as the inbox shows it. */
export const conversation = z.object({
  _id: recordId,
  visitor: z.object({
    name: z.string(),
    /** The account, when the visitor is signed in. */
    _id: z.optional(recordId),
    /** Left by the visitor, or the account's. */
    email: z.optional(z.string()),
    /** The visitor left it, and has confirmed by a mail that it is theirs. */
    isEmailConfirmed: z.optional(z.boolean()),
    isConnected: z.boolean(),
  }),
  /** The person it is assigned to. */
  takenBy: z.optional(person),
  openedOn: timestamp,
  isClosed: z.boolean(),
  isBlocked: z.boolean(),
  lastLine: z.object({
    seq: z.int(),
    from: z.enum(chatSenders),
    sender: z.string(),
    /** Its beginning. */
    message: z.string(),
    sentAt: timestamp,
  }),
  /** Messages of the visitor that no member of staff has seen. */
  unread: z.int(),
  /** Since when the visitor waits for an answer; absent when answered. */
  waitingSince: z.optional(timestamp),
  visitorSeen: z.int(),
  staffSeen: z.int(),
  /** Path of the page where the visitor last wrote. */
  page: z.optional(z.string()),
  /** The user agent of the visitor's browser. */
  userAgent: z.optional(z.string()),
  bugs: z.array(bugLink),
})
export type Conversation = z.output<typeof conversation>

const one = z.object({ conversationId: recordId })
const oneReply = z.object({ result: conversation })

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations',
  access: 'liveChatAdmin',
  summary:
    'One page of the conversations: those that wait first, longest waiting first; then by the last line. Keywords search names, addresses and all lines.',
  query: z.object({
    view: optionalQuery(oneOf(inboxViews)),
    keywords: listQuery.keywords,
    pageNumber: listQuery.pageNumber,
    pageSize: listQuery.pageSize,
  }),
  reply: z.object({
    result: z.array(conversation),
    pagination,
    /** Conversations whose visitor waits for an answer, by view. */
    waiting: z.object({ unassigned: z.int(), mine: z.int(), all: z.int() }),
  }),
})

export const viewConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:conversationId',
  access: 'liveChatAdmin',
  summary: 'One conversation, without its lines.',
  params: one,
  reply: oneReply,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:conversationId/lines',
  access: 'liveChatAdmin',
  summary: 'Lines of a conversation, oldest first: those after a place, before a place, or the last ones.',
  params: one,
  query: z.object({
    after: optionalQuery(wholeNumber(0, 999_999_999)),
    before: optionalQuery(wholeNumber(0, 999_999_999)),
  }),
  reply: z.object({ result: z.array(chatMessage), more: z.boolean() }),
})

export const takeConversation = endpoint({
  method: 'PUT',
  path: '/api/chat/conversations/:conversationId/taken',
  access: 'liveChatAdmin',
  summary:
    'Takes a conversation, or gives it back. Taken by somebody else: 409, unless `from` names them, which takes it over.',
  params: one,
  body: z.object({ taken: z.boolean(), from: z.optional(recordId) }),
  reply: oneReply,
})

export const closeConversation = endpoint({
  method: 'PUT',
  path: '/api/chat/conversations/:conversationId/closed',
  access: 'liveChatAdmin',
  summary: 'Sets a conversation closed or open. The visitor’s next message opens it again.',
  params: one,
  body: z.object({ closed: z.boolean() }),
  reply: oneReply,
})

export const blockVisitor = endpoint({
  method: 'PUT',
  path: '/api/chat/conversations/:conversationId/blocked',
  access: 'liveChatAdmin',
  summary: 'Blocks a visitor from writing, or lets them write again.',
  params: one,
  body: z.object({ blocked: z.boolean() }),
  reply: oneReply,
})

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/chat/conversations/:conversationId',
  access: 'liveChatAdmin',
  summary: 'Deletes a conversation with all its words. Bugs that were made of it stay.',
  params: one,
  reply: z.object({}),
})

export const sendTranscript = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:conversationId/transcript',
  access: 'liveChatAdmin',
  summary:
    'Mails a conversation to its visitor: to their account’s confirmed address, else to the one that they left. Refused with 409 where there is none.',
  params: one,
  reply: z.object({ isAccepted: z.literal(true) }),
})

export const reportFromConversation = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:conversationId/bugs',
  access: 'liveChatAdmin',
  summary:
    'Makes a bug of a conversation. Its reporter is the visitor, when they have an account or left an address, else the caller. The same Idempotency-Key from the same person gives the same bug.',
  params: one,
  body: z.object({
    title: filledText(maxTitleLength),
    description: filledText(maxBodyLength),
    stepsToReproduce: filledText(maxBodyLength),
    /** Mails a visitor without an account a link by which they follow the bug; for the address that they left. */
    sendsLink: z.optional(z.boolean()),
  }),
  reply: z.object({
    result: z.object({ _id: recordId, key: z.string(), title: z.string(), createdBy: person }),
  }),
})

export const listConversationsOfBug = endpoint({
  method: 'GET',
  path: '/api/chat/bugs/:bugId/conversations',
  access: 'liveChatAdmin',
  summary: 'The conversations that a bug came from.',
  params: z.object({ bugId: bugName }),
  reply: z.object({ result: z.array(z.object({ _id: recordId, visitorName: z.string(), linkedOn: timestamp })) }),
})

/** What staff say among themselves about a conversation. Its visitor never learns of it. */
export const chatNote = z.object({
  _id: recordId,
  conversationId: recordId,
  by: person,
  message: z.string(),
  sentAt: timestamp,
})
export type ChatNote = z.output<typeof chatNote>

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:conversationId/notes',
  access: 'liveChatAdmin',
  summary:
    'The notes of staff on a conversation, oldest first; of very many the last ones. Needs canViewInternalComments too.',
  params: one,
  reply: z.object({ result: z.array(chatNote) }),
})

export const addNote = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:conversationId/notes',
  access: 'liveChatAdmin',
  summary:
    'Adds a note to a conversation, for staff alone: it is no answer, and its visitor is told nothing. Needs canViewInternalComments too. The same Idempotency-Key from the same person gives the same note again.',
  params: one,
  body: z.object({ message: filledText(maxMessageLength) }),
  reply: z.object({ result: chatNote }),
})

/** A text that staff send often. */
export const cannedAnswer = z.object({ _id: recordId, title: z.string(), message: z.string() })
export type CannedAnswer = z.output<typeof cannedAnswer>

const answerTexts = z.object({ title: filledText(maxAnswerTitleLength), message: filledText(maxMessageLength) })
const oneAnswer = z.object({ answerId: recordId })

export const listAnswers = endpoint({
  method: 'GET',
  path: '/api/chat/answers',
  access: 'liveChatAdmin',
  summary: 'The canned answers, A to Z.',
  reply: z.object({ result: z.array(cannedAnswer) }),
})

export const createAnswer = endpoint({
  method: 'POST',
  path: '/api/chat/answers',
  access: 'liveChatAdmin',
  summary: 'Adds a canned answer.',
  body: answerTexts,
  reply: z.object({ result: cannedAnswer }),
})

export const editAnswer = endpoint({
  method: 'PUT',
  path: '/api/chat/answers/:answerId',
  access: 'liveChatAdmin',
  summary: 'Changes a canned answer.',
  params: oneAnswer,
  body: answerTexts,
  reply: z.object({ result: cannedAnswer }),
})

export const deleteAnswer = endpoint({
  method: 'DELETE',
  path: '/api/chat/answers/:answerId',
  access: 'liveChatAdmin',
  summary: 'Deletes a canned answer.',
  params: oneAnswer,
  reply: z.object({}),
})
