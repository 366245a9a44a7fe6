import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { oneOf, text, timestamp } from '#shared/http/fields.ts'
import { lessMailOf, mailStates } from './words.ts'

const listedMail = z.object({
  _id: z.string(),
  /** What kind of mail it is; its name for one that this version does not know. */
  title: z.string(),
  address: z.string(),
  /** The account that it is for; null for an address alone. */
  userId: z.nullable(z.string()),
  createdOn: timestamp,
})

const sentMail = z.object({ ...listedMail.shape, sentOn: timestamp })
export type SentMail = z.output<typeof sentMail>

const unsentMail = z.object({
  ...listedMail.shape,
  attempts: z.int(),
  /** What the mail server, or the way there, said last; null for one that was not tried. */
  reason: z.nullable(z.string()),
  /** When it was given up; null while it is still tried. */
  failedOn: z.nullable(timestamp),
})
export type UnsentMail = z.output<typeof unsentMail>

export const listMails = endpoint({
  method: 'GET',
  path: '/api/mail/list',
  access: 'canEditAnyUser',
  summary:
    'Whether mail goes out, the mails that did not, and those that went within a month; of each the newest 100 at most, the ' +
    'newest first, without what they say.',
  reply: z.object({
    state: z.enum(mailStates),
    /** The address that mails come from; null without a mail server. */
    from: z.nullable(z.string()),
    /** Since when everything outgoing is held; null while nothing is. */
    heldOn: z.nullable(timestamp),
    /** Mails that wait for their time, for the mail server, or to be released. */
    waiting: z.int(),
    failed: z.int(),
    /** Mails that were sent within the last 24 hours. */
    sentLately: z.int(),
    result: z.array(unsentMail),
    sent: z.array(sentMail),
  }),
})
export type Mails = z.output<typeof listMails.reply>

export const tryMailAgain = endpoint({
  method: 'POST',
  path: '/api/mail/:mailId/again',
  access: 'canEditAnyUser',
  summary: 'Has a mail that was not sent tried again at once, also one that was given up.',
  params: z.object({ mailId: z.string() }),
  reply: z.object({ isWaiting: z.literal(true) }),
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/mail/test',
  access: 'canEditAnyUser',
  summary: 'Sends a mail to the caller’s own address. Refused with 409 while no mail goes out.',
  reply: z.object({ mailId: z.string(), address: z.string() }),
})

export const releaseMails = endpoint({
  method: 'POST',
  path: '/api/mail/release',
  access: 'canEditAnyUser',
  summary: 'Lets mails go out again, which a restore holds.',
  reply: z.object({
    /** How many wait now. */
    released: z.int(),
  }),
})

const lessToken = text(200)

export const hearLess = endpoint({
  method: 'POST',
  path: '/api/mail/less',
  access: 'public',
  summary:
    'What the button behind the link of a mail does: lowers how much its receiver hears of a bug, ends all mail about bugs, or the ' +
    'mails of a chat. Never raises anything.',
  body: z.object({
    token: lessToken,
    /** Of a bug: what is still told; nothing, if it is left out. */
    level: z.optional(oneOf(['mentions', 'nothing'])),
  }),
  reply: z.object({ about: z.enum(lessMailOf) }),
})

export const confirmChatMail = endpoint({
  method: 'POST',
  path: '/api/mail/confirmChat',
  access: 'public',
  summary:
    'Has the answers of the chat mailed to an address that was left there, by the link that was mailed to it: those that waited for that, ' +
    'and later ones. A second press changes nothing.',
  body: z.object({ token: text(200) }),
  reply: z.object({ isConfirmed: z.literal(true) }),
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/mail/unsubscribe/:token',
  access: 'public',
  takes: 'one-click',
  summary: 'The same by the one click of a mail program (RFC 8058), which sends a form and names no page.',
  params: z.object({ token: lessToken }),
  reply: z.object({ about: z.enum(lessMailOf) }),
})
