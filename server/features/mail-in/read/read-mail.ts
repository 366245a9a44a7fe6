import { convert, type HtmlToTextOptions } from 'html-to-text'
import PostalMime, { type Address, addressParser, type Email, type Mailbox } from 'postal-mime'

/** A mail, as it was read of its bytes. Nothing in it is to be believed. */
export interface ReadMail {
  /** Without brackets; null where it has none. */
  readonly messageId: string | null
  /** Everybody whom it names as its author. */
  readonly from: readonly Mailbox[]
  /** Addresses of To and Cc, in lower case. */
  readonly addressed: readonly string[]
  /** Addresses to which a mail server says that it delivered it. */
  readonly delivered: readonly string[]
  readonly subject: string
  /** Its words, with all that it quotes. */
  readonly text: string
  /** Signatures that the program of its author has marked in its page. */
  readonly signatures: readonly string[]
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly files: readonly MailFile[]
  /** What a mail server tells of a mail that it could not deliver. */
  readonly report: DeliveryReport | undefined
}

export interface MailFile {
  readonly name: string
  readonly mediaType: string
  readonly content: Uint8Array
}

export interface DeliveryReport {
  /** Receivers with what became of the mail, such as `failed` and `5.1.1`. */
  readonly receivers: readonly { readonly address: string; readonly action: string; readonly status: string }[]
  /** Of the mail that it is about. */
  readonly messageId: string | null
}

const limits = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }
const mostFiles = 100

/** Reads a mail. @throws Error for one that is nested too deeply, or has too long headers */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const email = await PostalMime.parse(raw, limits)
  const report = /\bmultipart\/report\b/i.test(headerOf(email, 'content-type') ?? '') ? reportIn(email) : undefined
  return {
    messageId: withoutBrackets(email.messageId),
    from: email.headers.filter(({ key }) => key === 'from').flatMap(({ value }) => mailboxes(addressParser(value))),
    addressed: mailboxes([...(email.to ?? []), ...(email.cc ?? [])]).map(({ address }) => address.toLowerCase()),
    delivered: email.headers
      .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
      .flatMap(({ value }) => mailboxes(addressParser(value)).map(({ address }) => address.toLowerCase())),
    subject: email.subject ?? '',
    text: textOf(email),
    signatures: signaturesIn(email),
    headers: email.headers.map(({ key, value }) => ({ key, value })),
    files: report ? [] : email.attachments.slice(0, mostFiles).map(fileOf),
    report,
  }
}

const headerOf = (email: Email, name: string) => email.headers.find(({ key }) => key === name)?.value

const mailboxes = (addresses: readonly Address[]): Mailbox[] =>
  addresses.flatMap((one) => (one.group ? one.group : [one])).filter(({ address }) => address !== '')

const withoutBrackets = (id: string | undefined) => /<?([^\s<>]{1,998})>?/.exec(id ?? '')?.[1] ?? null

/** The words of a mail that has nothing but a page are those that its reader sees; what is quoted there is marked. */
function textOf({ text, html }: Email): string {
  if (text !== undefined && text.trim() !== '') return text
  if (html === undefined) return text ?? ''
  return convert(html, pageOptions)
}

const pageOptions: HtmlToTextOptions = {
  wordwrap: false,
  // The time of reading tags within tags grows with the square of the length: of this one it is some seconds.
  limits: { maxInputLength: 1_000_000, maxDepth: 200 },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['<', '>'] } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
  ],
}

const signed = ['#Signature', '#signature', '.gmail_signature', '.moz-signature', '#ms-outlook-mobile-signature']

function signaturesIn({ html }: Email): string[] {
  if (html === undefined || !/signature/i.test(html)) return []
  const signature = convert(html, { ...pageOptions, baseElements: { selectors: signed, returnDomByDefault: false } })
  return signature.trim() === '' ? [] : [signature]
}

function fileOf({ filename, mimeType, content }: Email['attachments'][number], n: number): MailFile {
  const ending = endings[mimeType] ?? ''
  return {
    name: filename ?? `file-${n + 1}${ending}`,
    mediaType: mimeType,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  }
}

const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
}

function reportIn(email: Email): DeliveryReport | undefined {
  const partOf = (...types: readonly string[]) => {
    const content = email.attachments.find(({ mimeType }) => types.includes(mimeType))?.content
    return content === undefined ? undefined : typeof content === 'string' ? content : new TextDecoder().decode(content)
  }
  const status = partOf('message/delivery-status')
  if (status === undefined) return undefined
  const fieldOf = (block: string, name: string) =>
    new RegExp(String.raw`^${name}:[ \t]*(.*)$`, 'im').exec(block)?.[1]?.trim() ?? ''
  const receivers = status.split(/\r?\n\r?\n/).flatMap((block) => {
    const address = fieldOf(block, 'Final-Recipient')
      .replace(/^[^;]*;\s*/, '')
      .replaceAll(/[<>]/g, '')
    const [action, code] = [fieldOf(block, 'Action').toLowerCase(), fieldOf(block, 'Status').split(' ')[0] ?? '']
    return address === '' ? [] : [{ address, action, status: code }]
  })
  const original = partOf('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers') ?? ''
  return { receivers, messageId: withoutBrackets(/^Message-ID:\s*(<[^>\s]+>)/im.exec(original)?.[1]) }
}
