import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, recordId, timestamp } from '#shared/http/fields.ts'
import { cameBy, heldReasons } from './words.ts'

const heldMail = z.object({
  _id: recordId,
  receivedOn: timestamp,
  cameBy: z.enum(cameBy),
  /** As it names itself, which anybody may forge; null where it could not be read. */
  from: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  reason: z.enum(heldReasons),
  bytes: z.int(),
  /** What it answers, where the address is one of an account; null elsewhere. */
  answers: z.nullable(z.object({ userId: recordId, fullName: z.string(), what: z.enum(['bug', 'conversation']) })),
  abilities: z.object({
    /** It can be taken as the words of whom its address was made for. */
    accept: z.boolean(),
    /** The address that it answers to can be taken back. */
    revoke: z.boolean(),
  }),
})
export type HeldMail = z.output<typeof heldMail>

export const listReceivedMails = endpoint({
  method: 'GET',
  path: '/api/mail/in/list',
  access: 'canEditAnyUser',
  summary: 'Whether mail comes in, and the mails that wait for an administrator, the newest first, 100 at most.',
  reply: z.object({
    /** Where mail is received; null where none is. */
    address: z.nullable(z.string()),
    /** Mails that are still to be looked at. */
    waiting: z.int(),
    held: z.int(),
    /** Of the last 24 hours: those that became a comment or message, and those that machines wrote. */
    doneLately: z.int(),
    droppedLately: z.int(),
    result: z.array(heldMail),
  }),
})
export type ReceivedMails = z.output<typeof listReceivedMails.reply>

const params = z.object({ receivedId: recordId })

/** A mail as it came. */
const originalMail = z.object({
  /** Its words with all that it quotes; null where it can't be read. */
  text: z.nullable(z.string()),
  /** Its bytes as text, at most the first 200,000. */
  original: z.string(),
  isWhole: z.boolean(),
})

export type OriginalMail = z.output<typeof originalMail>

export const viewReceivedMail = endpoint({
  method: 'GET',
  path: '/api/mail/in/:receivedId',
  access: 'canEditAnyUser',
  summary: 'A mail that waits for an administrator, as it came.',
  params,
  reply: originalMail,
})

export const acceptReceivedMail = endpoint({
  method: 'POST',
  path: '/api/mail/in/:receivedId/accept',
  access: 'canEditAnyUser',
  summary: 'Takes a mail as the words of whom its address for answers was made for, whatever spoke against it.',
  params,
  reply: z.object({ isDone: z.literal(true) }),
})

export const retryReceivedMail = endpoint({
  method: 'POST',
  path: '/api/mail/in/:receivedId/again',
  access: 'canEditAnyUser',
  summary: 'Has a mail that waits for an administrator looked at again, as if it had just come.',
  params,
  reply: z.object({ isWaiting: z.literal(true) }),
})

export const revokeReplyAddress = endpoint({
  method: 'POST',
  path: '/api/mail/in/:receivedId/revoke',
  access: 'canEditAnyUser',
  summary: 'Takes back the address for answers to which a mail was sent. The next notification has another one.',
  params,
  reply: z.object({ isRevoked: z.literal(true) }),
})

export const deleteReceivedMail = endpoint({
  method: 'DELETE',
  path: '/api/mail/in/:receivedId',
  access: 'canEditAnyUser',
  summary: 'Deletes a mail that waits for an administrator.',
  params,
  reply: z.object({}),
})

export const viewCommentOriginal = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/comment/:commentId/original',
  access: 'canEditAnyBug',
  summary: 'The mail that became a comment, as it came; for a year.',
  params: z.object({ bugId: bugName, commentId: recordId }),
  reply: originalMail,
})
