import type { InstallationKey } from '#server/config/installation-key.ts'
import type { DueMail, MailText } from './mail-kind.ts'

/** Headers that are written here alone. */
const own = new Set([
  ...['from', 'sender', 'reply-to', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id', 'in-reply-to', 'references'],
  ...[
    'mime-version',
    'return-path',
    'received',
    'auto-submitted',
    'list-id',
    'list-unsubscribe',
    'list-unsubscribe-post',
  ],
])

const longestSubject = 200

/** Signs that could end a header, or be shown as something else than they are. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** Returns a text as one line of a header. */
export function headerLine(text: string): string {
  return text.replaceAll(unseen, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

/** Returns the subject, of one line and not too long. */
export function subjectLine(subject: string): string {
  return shortened(headerLine(subject), longestSubject)
}

/** Returns a text of at most so many characters, whole ones, which ends with … where it was cut off. */
export function shortened(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/**
 * One address and nothing else. Accounts may have addresses that no mail server takes, or that could be read as several:
 * those get no mail.
 */
const oneAddress =
  /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+@[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@_]+\.[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@_.]+$/u

export function isOneAddress(address: string): boolean {
  return address.length <= 254 && oneAddress.test(address)
}

/** Returns the id of a mail's message: the same for each try, so that a mail that comes twice is shown once. */
export function messageId(key: InstallationKey, mailId: string, domain: string): string {
  return `<${mailId}.${key.derive('message-id', mailId).slice(0, 16)}@${domain}>`
}

/** Returns the mail that was sent with a Message-ID; undefined for an id that was not made here. */
export function mailOfMessageId(key: InstallationKey, given: string): string | undefined {
  const [, mailId = '', domain = ''] = /^<?([0-9a-f]{24})\.[\w-]{16}@([^\s<>@]+?)>?$/.exec(given.trim()) ?? []
  const [one, other] = [given.trim().replace(/^<?/, '<').replace(/>?$/, '>'), messageId(key, mailId, domain)]
  return mailId !== '' && one === other ? mailId : undefined
}

export interface Headers {
  readonly messageId: string
  readonly inReplyTo?: string
  readonly references?: string
  readonly replyTo?: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Returns everything that says what a mail is and where it belongs.
 * @param domain of the sender's address
 */
export function headersOf(key: InstallationKey, mail: DueMail, text: MailText, domain: string): Headers {
  // Nobody ever gets the mail that all mails about a bug answer: it only holds them together.
  const thread = text.bugId === undefined ? undefined : `<bug.${text.bugId}@${domain}>`
  const given = Object.entries(text.headers ?? {}).map(([name, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || own.has(name.toLowerCase())) {
      throw new Error(`The header ${name} can't be given to a mail.`)
    }
    return [name, headerLine(value)] as const
  })
  return {
    messageId: messageId(key, mail.id, domain),
    ...(thread !== undefined && { inReplyTo: thread, references: thread }),
    ...(text.replyTo !== undefined && { replyTo: text.replyTo }),
    headers: {
      ...Object.fromEntries(given),
      // Machines must not answer it (RFC 3834); Exchange asks for a header of its own.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(thread !== undefined && { 'List-Id': `<bugs.${domain}>` }),
      ...(text.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${new URL(text.unsubscribe).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
