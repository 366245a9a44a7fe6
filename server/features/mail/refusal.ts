import type { MailSettings } from '#server/config/config.ts'

/** What became of a try that failed. */
export interface Refusal {
  /** For administrators, without addresses of links and without secrets. */
  readonly reason: string
  /** The code alone, for the log: what a server says often names the receiver. */
  readonly code: string
  readonly what:
    | 'server' // It can't be reached or used: no other mail is tried now.
    | 'later' // It takes this mail later, perhaps.
    | 'mail' // It won't take this mail.
    | 'address' // There is no such address.
}

interface SmtpError {
  readonly message?: string
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly rejectedErrors?: readonly SmtpError[]
}

const longestReason = 300

/** Judges an error of the mail library. @param secrets what must not be repeated, whatever the server says */
export function refusalOf(error: unknown, secrets: readonly string[]): Refusal {
  const whole = error as SmtpError
  const first = whole.rejectedErrors?.[0] ?? whole
  return { reason: reasonOf(first, secrets), code: codeOf(first), what: judge(first) }
}

function judge({ code, command = '', response = '', responseCode = 0 }: SmtpError): Refusal['what'] {
  const isConnection = responseCode === 421 || !responseCode
  if (isConnection && code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'server'
  // Credentials, TLS and the sender are the same for every mail.
  if (code === 'EAUTH' || code === 'EOAUTH2' || code === 'ETLS' || /^(AUTH|EHLO|HELO|STARTTLS|MAIL)/.test(command))
    return 'server'
  if (responseCode < 500 || responseCode === 503) return 'later'
  if (!command.startsWith('RCPT')) return 'mail'
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  // A full or disabled mailbox, or what the server's rules forbid, says nothing about the address.
  const isUnknown = enhanced === undefined ? [550, 551, 553].includes(responseCode) : isNoSuchAddress(enhanced)
  return isUnknown ? 'address' : 'mail'
}

/** Returns whether an enhanced status code (RFC 3463) says that there is no such receiver. */
export const isNoSuchAddress = (status: string): boolean => /^5\.1\.(?![78]$)/.test(status)

const codeOf = ({ response = '', responseCode, originalCode, code }: SmtpError): string =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?\b/.exec(response)?.[0] ?? `${responseCode ?? originalCode ?? code ?? 'unknown'}`

function reasonOf({ message, code, originalCode, response }: SmtpError, secrets: readonly string[]): string {
  const said = response ?? [originalCode ?? code, message].filter(Boolean).join(': ')
  const withoutSecrets = secrets
    .filter((secret) => secret !== '')
    .reduce((text, one) => text.replaceAll(one, '…'), said)
  return withoutSecrets
    .replaceAll(/\bhttps?:\S+/gi, '…')
    .replaceAll(/[\w+/=-]{24,}(?![\w.-]*@)/g, '…')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestReason)
}

/** What must never be repeated from an answer of the mail server. */
export function secretsOf({ login }: MailSettings): string[] {
  if (!login) return []
  if ('password' in login) return [login.password, Buffer.from(`\0${login.user}\0${login.password}`).toString('base64')]
  return [login.oauth.clientSecret, login.oauth.refreshToken]
}
