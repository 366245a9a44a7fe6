import type { MailInSettings } from '#server/config/config.ts'
import type { Envelope } from '#shared/mail-in/words.ts'
import type { DNSResolver } from 'mailauth'
import { Resolver } from 'node:dns/promises'

/** Whether a mail comes from whom it names; `unknown` where the name servers gave no answer. */
export type Authenticity = 'authentic' | 'not-authentic' | 'unknown'

/** What is known of a mail whose sender is checked. */
export interface CheckedMail {
  readonly raw: Buffer
  readonly envelope: Envelope
  /** The only address that From names, in lower case. */
  readonly from: string
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly cameBy: 'smtp' | 'imap' | 'http'
}

/**
 * Judges where a mail comes from. What came to the product's own listener is checked here, by SPF with the address that it was
 * delivered from, DKIM and DMARC. Of what came another way, the mail server that the operator names has the word; without one, DKIM has it.
 */
export async function authenticityOf(
  mail: CheckedMail,
  { authServer, dnsServers }: Pick<MailInSettings, 'authServer' | 'dnsServers'>,
): Promise<Authenticity> {
  if (!isPlain(mail.headers)) return 'not-authentic'
  if (mail.cameBy !== 'smtp' && authServer !== undefined) {
    return saysPass(mail.headers, authServer, domainOf(mail.from)) ? 'authentic' : 'not-authentic'
  }
  return check(mail, resolverOf(dnsServers)).catch((): Authenticity => 'unknown')
}

/** Headers of which a second one may have been put above a signed mail: readers differ in which of them counts. */
const onlyOnce: ReadonlySet<string> = new Set(['from', 'to', 'cc', 'subject', 'date', 'message-id', 'content-type'])

function isPlain(headers: CheckedMail['headers']): boolean {
  const names = headers.map(({ key }) => key).filter((key) => onlyOnce.has(key))
  return new Set(names).size === names.length
}

/** What a signature has to cover where a mail has it: to whom it was written, so that nobody sends it on to somebody else. */
const addressing = ['from', 'to', 'cc'] as const

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

function resolverOf(servers: readonly string[] | undefined): DNSResolver {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers) resolver.setServers([...servers])
  return (name, type) => resolver.resolve(name, type) as ReturnType<DNSResolver>
}

async function check(
  { raw, envelope, from, headers, cameBy }: CheckedMail,
  resolver: DNSResolver,
): Promise<Authenticity> {
  const { authenticate } = await import('mailauth')
  const { dkim, spf, dmarc } = await authenticate(raw, {
    resolver,
    ...(cameBy === 'smtp' && { ip: envelope.ip ?? '', helo: envelope.helo ?? '', sender: envelope.from ?? '' }),
    disableArc: true,
    disableBimi: true,
    rejectRsaSha1: true,
  })
  const domain = domainOf(from)
  const said = dmarc ? dmarc.status.result : 'none'
  const signed = dkim?.results ?? []
  // The same sender is read by both who read the mail.
  const isSame = [dkim?.headerFrom ?? []].flat().every((address) => address.toLowerCase() === from)
  const present = addressing.filter((name) => headers.some(({ key }) => key === name))
  const covering = signed.filter(({ status, signingHeaders }) => {
    const covered = new Set(signingHeaders?.keys.toLowerCase().split(/[\s:,]+/))
    return status.result === 'pass' && !status.underSized && present.every((name) => covered.has(name))
  })
  // Of a mail that did not come from its sender to here, SPF says nothing.
  const sent = cameBy === 'smtp' && spf ? spf.status.result : 'none'
  const isUnclear = [said, sent, ...signed.map(({ status }) => status.result)].includes('temperror')
  if (!isSame) return 'not-authentic'
  if (said === 'pass' && dmarc) {
    // DMARC lets the two domains be of one organization, either above the other.
    const isSigned = covering.some(
      ({ signingDomain }) => isOf(domain, signingDomain) || isOf(signingDomain?.toLowerCase() ?? '', domain),
    )
    if (isSigned || (sent === 'pass' && dmarc.alignment.spf.result !== undefined)) return 'authentic'
  }
  if (said === 'none') {
    // A domain without a DMARC policy: whoever signs for it, or may send for it, is believed all the same.
    const isSigned = covering.some(({ signingDomain }) => isOf(domain, signingDomain))
    const isSent = sent === 'pass' && spf !== false && spf.domain === domain
    if (isSigned || isSent) return 'authentic'
  }
  return isUnclear ? 'unknown' : 'not-authentic'
}

const isOf = (domain: string, signing: string | undefined) =>
  signing !== undefined && (domain === signing.toLowerCase() || domain.endsWith(`.${signing.toLowerCase()}`))

/**
 * Reads the topmost Authentication-Results of a mail server (RFC 8601), which writes it above all that came with the mail and removes
 * others of its name. DMARC has to pass, or where it says nothing of it a signature, or the sender of the envelope, of the same domain.
 */
export function saysPass(
  headers: readonly { readonly key: string; readonly value: string }[],
  server: string,
  domain: string,
): boolean {
  const results = headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => withoutWords(value)?.toLowerCase())
    .find((value) => value?.split(';')[0]?.trim().split(/\s/)[0] === server)
  if (results === undefined) return false
  const parts = results
    .split(';')
    .slice(1)
    .map((part) => part.trim())
  const resultOf = (part: string, method: string) =>
    new RegExp(String.raw`^${method}(?:/\d+)?\s*=\s*([a-z]+)`).exec(part)?.[1]
  const ofMethod = (method: string) => parts.filter((part) => resultOf(part, method) !== undefined)
  const propertyOf = (part: string, name: string) =>
    new RegExp(String.raw`(?:^|\s)${name.replace('.', String.raw`\.`)}\s*=\s*"?([^\s";]+)`).exec(part)?.[1]
  const dmarc = ofMethod('dmarc')
  if (dmarc.some((part) => resultOf(part, 'dmarc') === 'pass')) {
    return dmarc.every((part) => resultOf(part, 'dmarc') === 'pass' && propertyOf(part, 'header.from') === domain)
  }
  if (dmarc.some((part) => resultOf(part, 'dmarc') !== 'none')) return false
  const isSigned = ofMethod('dkim').some(
    (part) =>
      resultOf(part, 'dkim') === 'pass' &&
      isOf(domain, propertyOf(part, 'header.d') ?? propertyOf(part, 'header.i')?.split('@').at(-1)),
  )
  const isSent = ofMethod('spf').some(
    (part) => resultOf(part, 'spf') === 'pass' && propertyOf(part, 'smtp.mailfrom')?.split('@').at(-1) === domain,
  )
  return isSigned || isSent
}

/**
 * Leaves out comments and what stands in quotes: a stranger's words may stand there, such as what looks like a result.
 * @returns undefined where one of them does not end
 */
function withoutWords(value: string): string | undefined {
  let [depth, text, isQuoted, isEscaped] = [0, '', false, false]
  for (const sign of value) {
    if (isEscaped) isEscaped = false
    else if (sign === '\\' && (isQuoted || depth > 0)) isEscaped = true
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '(') depth += 1
    else if (sign === ')' && depth > 0) depth -= 1
    else if (depth === 0) text += sign
  }
  return isQuoted || isEscaped || depth > 0 ? undefined : text
}
