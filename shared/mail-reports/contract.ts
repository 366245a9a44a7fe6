import * as z from 'zod/mini'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, text } from '#shared/http/fields.ts'
import { personName } from '#shared/users/contract.ts'

/** Days for which a report by mail waits to be confirmed. */
export const mailReportDays = 7

/** Most UTF-16 code units of a report’s text; the rest is kept for what refers to its files. */
export const maxMailReportLength = maxBodyLength - 5_000

const token = text(200)

/** Where a confirmed report is. */
const confirmedReport = z.object({
  /** The bug’s key. */
  key: z.string(),
  /** The page of its reporter, who has no account; absent for an account, which has the bug’s own page, and once the link has ended. */
  page: z.optional(z.string()),
})
export type ConfirmedReport = z.output<typeof confirmedReport>

const waitingReport = z.object({
  title: z.string(),
  description: z.string(),
  fileNames: z.array(z.string()),
  productName: z.string(),
  /** The reporter, as the bug will name them. */
  name: z.string(),
  /** Whose report it becomes: an account’s, that of a person who reported before, or of a new one, who may say their name. */
  reporter: z.enum(['account', 'known', 'new']),
  /** The caller is signed in to that account. */
  isOwnAccount: z.boolean(),
})
export type WaitingReport = z.output<typeof waitingReport>

export const checkMailReport = endpoint({
  method: 'POST',
  path: '/api/mail-report/check',
  access: 'public',
  summary:
    'What becomes a bug when its sender confirms it, or where it is by now; null for a link that can’t be used any more. Changes nothing.',
  body: z.object({ token }),
  reply: z.object({
    result: z.nullable(z.object({ waiting: z.optional(waitingReport), confirmed: z.optional(confirmedReport) })),
  }),
})

export const confirmMailReport = endpoint({
  method: 'POST',
  path: '/api/mail-report/confirm',
  access: 'public',
  summary:
    'Makes the bug of a mail: under the account with its address, else under a person without an account. Once more gives the same bug.',
  body: z.object({
    token,
    title: filledText(maxTitleLength),
    description: filledText(maxMailReportLength),
    /** Of a new person without an account; absent: as the mail said. */
    name: z.optional(personName),
  }),
  reply: z.object({ result: confirmedReport }),
})
