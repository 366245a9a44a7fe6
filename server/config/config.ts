import { join, resolve } from 'node:path'
import {
  type GivenSettings,
  levelSettings,
  type SettingName,
  settingRefusal,
  settingVariables,
  type SiteFacts,
} from '#shared/site/settings.ts'
import { version } from './version.ts'

/** Thrown when a setting is missing or wrong; `message` is one sentence that names the variable. */
export class ConfigError extends Error {}

export interface Config {
  readonly port: number
  readonly host: string
  /**
   * What this process serves: everything, or beside a process that serves the rest only the chat on its own port, or
   * nothing: it only does jobs.
   */
  readonly serves: 'all' | 'chat' | 'jobs'
  /** Whether this process does jobs. */
  readonly doesJobs: boolean
  /** A second port for the chat, besides `port`; undefined: none. */
  readonly chatPort:
    | {
        readonly port: number
        /** The operator asked for this port: the start fails when it is taken. */ readonly isWanted: boolean
      }
    | undefined
  /** Conversations whose last message is older than this, in days, are deleted; undefined: they are kept. */
  readonly chatRetentionDays: number | undefined
  /** Absolute path of the folder that holds the embedded database and everything else that must be kept. */
  readonly dataDir: string
  /** Free bytes on the disk of `dataDir` below which the embedded database takes no more writes. */
  readonly diskReserveBytes: number
  /** Undefined: the embedded PostgreSQL is used. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /**
   * The Redis through which several nodes share presence. May hold a password. Undefined: this node is the only one.
   */
  readonly redisUrl: string | undefined
  /** The address by which people reach the product, without a slash at the end; undefined: any host that they call. */
  readonly publicUrl: string | undefined
  /** Whether that address is https. */
  readonly isHttps: boolean
  /** Addresses of proxies whose X-Forwarded-* headers are trusted, as Fastify's `trustProxy` takes them. */
  readonly trustProxy: boolean | string
  /** The key of the installation; undefined: it is in a file of the data folder. */
  readonly secretKey: string | undefined
  /** How mail goes out; undefined: none does. */
  readonly mail: MailSettings | undefined
  readonly questions: {
    /** After how many days without an answer a reporter is reminded, in order; none: never. */
    readonly reminderDays: readonly number[]
    /** What reminders say. */
    readonly reminderText: string
  }
  /** How mail comes in; undefined: none does. */
  readonly mailIn: MailInSettings | undefined
  readonly logLevel: string
  /** The token that allows reading GET /metrics; undefined: there is no such route. */
  readonly metricsToken: string | undefined
  readonly attachments: {
    /** Largest file, in bytes. */
    readonly maxBytes: number
    /** Undefined: files are kept in `dataDir`. */
    readonly s3: S3Settings | undefined
  }
  /** Whether an index in this process's memory finds similar bugs; otherwise an ordinary search does. */
  readonly similarIndex: boolean
  readonly demo: { readonly email: string; readonly password: string } | undefined
  /** What the environment says of the installation; the rest is set in the product. */
  readonly settings: GivenSettings
  readonly siteFacts: SiteFacts
  readonly limits: {
    /** Registrations per 10 minutes and address. */
    readonly registrations: number
    /** Failed logins per 15 minutes, account and address. */
    readonly failedLogins: number
    /** Mails with links that strangers of one network, or one person, may ask for in 10 minutes. */
    readonly accountMails: number
    /** Chat messages per visitor and 10 seconds; six times as many per address. */
    readonly chatMessages: number
    /** Conversations that visitors of one network may begin in an hour. */
    readonly chatConversations: number
    /** Open chat connections per network. */
    readonly chatConnections: number
    /** Searches for similar bugs per person and second. */
    readonly similar: number
  }
  /** Seconds that a stop waits for requests in flight. */
  readonly shutdownSeconds: number
}

/** A bucket of any service that speaks S3, addressed by path, for files that are not kept in the data folder. */
export interface S3Settings {
  /** Without a slash at the end. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A mail server that takes mail for everybody, and as whom it is sent. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; else it begins by STARTTLS where the server offers it. */
  readonly isSecure: boolean
  /** Whether nothing is said without TLS: wherever a password is sent to another machine. */
  readonly needsTls: boolean
  readonly login:
    | { readonly user: string; readonly password: string }
    | { readonly user: string; readonly oauth: OAuthSettings }
    | undefined
  readonly from: { readonly address: string }
  /** Mails that are sent in a minute at most. */
  readonly perMinute: number
  /** Longest wait for an answer of the server. */
  readonly timeoutSeconds: number
  /** Mails are signed with the key in this file. */
  readonly dkim: { readonly keyFile: string; readonly selector: string; readonly domain: string } | undefined
}

/** Where mail is received, and by which ways; at least one of `imap`, `listener` and `secret` is there. */
export interface MailInSettings {
  /** The product's own address, in lower case. Addresses for answers are of its domain. */
  readonly address: string
  /** A mailbox that is read. */
  readonly imap: ImapSettings | undefined
  readonly listener: ListenerSettings | undefined
  /** Whoever knows it may post mails. */
  readonly secret: string | undefined
  /** The name by which a trusted mail server signs its Authentication-Results. */
  readonly authServer: string | undefined
  /** Name servers by which senders are checked; undefined: those of the machine. */
  readonly dnsServers: readonly string[] | undefined
}

/** Where the product's own SMTP server listens. */
export interface ListenerSettings {
  readonly host: string
  readonly port: number
  /** Files of a certificate for STARTTLS. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
}

/** A mailbox. */
export interface ImapSettings {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  /** Whether nothing is said without TLS. */
  readonly needsTls: boolean
  readonly login: NonNullable<MailSettings['login']>
  readonly mailbox: string
}

/** Access tokens are got with a refresh token (RFC 6749). */
export interface OAuthSettings {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly refreshToken: string
}

const mebibyte = 1024 * 1024
/** Fewest characters of SECRET_KEY. */
export const minKeyLength = 32

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads every setting once. Empty variables count as unset.
 * @throws ConfigError naming the first variable that can't be used
 */
export function readConfig(env: Environment): Config {
  const value = (name: string) => env[name]?.trim() || undefined
  const named = value('HOST') ?? '127.0.0.1'
  // By its name, the host would be two addresses with a server each, and the sockets know only the first.
  const host = named === 'localhost' ? '127.0.0.1' : named
  const serves = choice(value, 'SERVE', 'all', ['all', 'chat', 'jobs']) as Config['serves']
  if (serves === 'chat' && value('CHAT_PORT') === 'off')
    throw new ConfigError('CHAT_PORT is off: SERVE=chat needs a port.')
  const reachedAt = publicUrl(value('PUBLIC_URL'))
  // A proxy on this machine makes a server public even if it listens on loopback only.
  const isPrivate = isLoopback(host) && (reachedAt === undefined || isLoopback(new URL(reachedAt).hostname))
  const demoOn = flag(value, 'DEMO', isPrivate)
  const demo = demoOn
    ? { email: value('DEMO_EMAIL') ?? 'demo@mothlight.example', password: value('DEMO_PASSWORD') ?? 'moth-to-the-lamp' }
    : undefined
  if (demo && demo.password.length < 8) throw new ConfigError('DEMO_PASSWORD must have at least 8 characters.')
  const port = wholeNumber(value, 'PORT', 3000, 0, 65_535)
  const chat = chatPort(value)
  if (serves === 'all' && port !== 0 && chat?.isWanted && chat.port === port)
    throw new ConfigError(
      `CHAT_PORT and PORT are both ${port}: give the chat another port, or none with CHAT_PORT=off.`,
    )
  const given = givenSettings(value)
  const authorName = value('AUTHOR_NAME')
  const mail = mailSettings(value)
  const mailIn = mailInSettings(value)
  const maxBytes = wholeNumber(value, 'ATTACHMENT_MAX_MB', 25, 1, 2000) * mebibyte
  return {
    port,
    host,
    serves,
    doesJobs: serves === 'jobs' || (serves === 'all' && flag(value, 'JOBS', true)),
    chatPort: chat,
    chatRetentionDays: wholeNumber(value, 'CHAT_RETENTION_DAYS', 0, 0, 36_500) || undefined,
    dataDir: dataDir(value('DATA_DIR')),
    diskReserveBytes: wholeNumber(value, 'DISK_RESERVE_MB', 100, 0, 1_000_000) * mebibyte,
    databaseUrl: databaseUrl(value('DATABASE_URL')),
    databaseConnections: wholeNumber(value, 'DATABASE_CONNECTIONS', 20, 2, 1000),
    redisUrl: redisUrl(value('REDIS_URL')),
    publicUrl: reachedAt,
    isHttps: reachedAt?.startsWith('https:') ?? false,
    trustProxy: trustProxy(value('TRUST_PROXY')),
    secretKey: secretKey(value('SECRET_KEY')),
    mail,
    questions: {
      reminderDays: reminderDays(value('QUESTION_REMINDERS')),
      reminderText:
        value('QUESTION_REMINDER_TEXT') ??
        'The team can’t go on with this bug without your answer. It stays open until then.',
    },
    mailIn,
    logLevel: choice(value, 'LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    metricsToken: metricsToken(value('METRICS_TOKEN')),
    similarIndex: flag(value, 'SIMILAR', true),
    attachments: { maxBytes, s3: s3Settings(value) },
    demo,
    settings: given,
    siteFacts: {
      author: {
        ...(authorName !== undefined && { name: authorName }),
        ...link(value, 'AUTHOR_CODE_HOST', 'codeHost', ['http:', 'https:']),
        ...link(value, 'AUTHOR_NETWORK', 'network', ['http:', 'https:']),
        ...link(value, 'AUTHOR_MAIL', 'mail', ['mailto:']),
        ...link(value, 'AUTHOR_PORTFOLIO', 'portfolio', ['http:', 'https:']),
      },
      ...(demo && { demo }),
      // As `openMailOut` says, but for what is held.
      sendsMail:
        mail !== undefined &&
        (reachedAt !== undefined || (isLoopback(host) && trustProxy(value('TRUST_PROXY')) === false)),
      maxAttachmentBytes: maxBytes,
      version,
    },
    limits: {
      registrations: wholeNumber(value, 'LIMIT_REGISTRATIONS', 60, 1, 1_000_000),
      failedLogins: wholeNumber(value, 'LIMIT_FAILED_LOGINS', 10, 1, 1_000_000),
      accountMails: wholeNumber(value, 'LIMIT_ACCOUNT_MAILS', 20, 1, 1_000_000),
      chatMessages: wholeNumber(value, 'LIMIT_CHAT_MESSAGES', 20, 1, 1_000_000),
      chatConversations: wholeNumber(value, 'LIMIT_CHAT_CONVERSATIONS', 60, 1, 1_000_000),
      chatConnections: wholeNumber(value, 'LIMIT_CHAT_CONNECTIONS', 1000, 1, 1_000_000),
      similar: wholeNumber(value, 'LIMIT_SIMILAR', 10, 1, 1_000_000),
    },
    shutdownSeconds: wholeNumber(value, 'SHUTDOWN_SECONDS', 20, 0, 600),
  }
}

type Value = (name: string) => string | undefined

function wholeNumber(value: Value, name: string, fallback: number, min: number, max: number): number {
  const given = value(name)
  if (given === undefined) return fallback
  const number = Number(given)
  if (!/^\d+$/.test(given) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not '${given}'.`)
  }
  return number
}

/** Reads what the environment says of the installation. */
function givenSettings(value: Value): GivenSettings {
  const [bannerText, homeAbout] = [textOrNone(value, 'BANNER_TEXT'), textOrNone(value, 'HOME_ABOUT')]
  const [homeTitle, homeText] = [value('HOME_TITLE'), value('HOME_TEXT')]
  const mailSender = nameBeforeAddress(value('MAIL_FROM'))
  return {
    ...checked(['productName', 'signUp', ...Object.values(levelSettings)], value),
    ...(bannerText !== undefined && { bannerText }),
    ...(homeTitle !== undefined && { homeTitle }),
    ...(homeText !== undefined && { homeText }),
    ...(homeAbout !== undefined && { homeAbout }),
    ...(mailSender !== undefined && { mailSender }),
  }
}

/** Reads those for which the rules of the page that sets them hold here too; texts may be longer, where an operator wants them so. */
function checked(names: readonly SettingName[], value: Value): GivenSettings {
  return Object.fromEntries(
    names.flatMap((name) => {
      const given = value(settingVariables[name])
      const wrong = given === undefined ? undefined : settingRefusal(name, given)
      if (wrong !== undefined) throw new ConfigError(`${settingVariables[name]} ${wrong}.`)
      return given === undefined ? [] : [[name, given]]
    }),
  )
}

/** Reads days in order, such as 3,10. */
function reminderDays(given = '3,10'): readonly number[] {
  if (given === 'off') return []
  const days = given.split(',').map((part) => part.trim())
  const numbers = days.map(Number)
  const isRight =
    days.length <= 10 &&
    days.every((day) => /^[1-9]\d{0,2}$/.test(day)) &&
    numbers.every((day, n) => n === 0 || day > (numbers[n - 1] ?? 0))
  if (isRight) return numbers
  throw new ConfigError(
    `QUESTION_REMINDERS must be up to ten numbers of days in order, such as 3,10, or off, not '${given}'.`,
  )
}

/** Returns a text of the operator's; `none` is none. */
function textOrNone(value: Value, name: string): string | undefined {
  const given = value(name)
  return given === 'none' ? '' : given
}

function chatPort(value: Value): Config['chatPort'] {
  const given = value('CHAT_PORT')
  if (given === 'off') return undefined
  if (given !== undefined && !/^\d+$/.test(given)) {
    throw new ConfigError(`CHAT_PORT must be a whole number from 0 to 65535, or off, not '${given}'.`)
  }
  return { port: wholeNumber(value, 'CHAT_PORT', 3005, 0, 65_535), isWanted: given !== undefined }
}

function dataDir(given: string | undefined): string {
  const path = resolve(given ?? join(process.cwd(), 'data'))
  // PostgreSQL keeps the path on one line of a file.
  if (path.includes('\n')) throw new ConfigError('DATA_DIR must be a path on one line.')
  return path
}

function choice(value: Value, name: string, fallback: string, allowed: readonly string[]): string {
  const given = value(name) ?? fallback
  if (!allowed.includes(given)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not '${given}'.`)
  return given
}

function flag(value: Value, name: string, fallback: boolean): boolean {
  return choice(value, name, fallback ? 'on' : 'off', ['on', 'off']) === 'on'
}

/** Returns whether only this machine reaches the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function databaseUrl(given: string | undefined): string | undefined {
  if (given !== undefined && !/^postgres(ql)?:\/\//.test(given)) {
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://.')
  }
  return given
}

function redisUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const url = URL.parse(given)
  const isRight =
    url &&
    /^rediss?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^(\/\d*)?$/.test(url.pathname) &&
    !/%(?![0-9a-f]{2})/i.test(url.username + url.password)
  if (!isRight) {
    // The value is not repeated, because it may hold a password.
    throw new ConfigError('REDIS_URL must be an address like redis://127.0.0.1:6379, or rediss://… with TLS.')
  }
  return given
}

function publicUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const url = URL.parse(given)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new ConfigError(`PUBLIC_URL must be an address like https://bugs.example.com with no path, not '${given}'.`)
  }
  return url.origin
}

function metricsToken(given: string | undefined): string | undefined {
  // The value is not repeated, because it is a secret.
  if (given !== undefined && !/^[\x21-\x7e]{16,}$/.test(given)) {
    throw new ConfigError('METRICS_TOKEN must have at least 16 characters, without spaces and accents.')
  }
  return given
}

function secretKey(given: string | undefined): string | undefined {
  // The value is not repeated, because it is a secret.
  if (given !== undefined && given.length < minKeyLength) {
    throw new ConfigError(`SECRET_KEY must have at least ${minKeyLength} characters.`)
  }
  return given
}

const oauthNames = [
  'SMTP_OAUTH_TOKEN_URL',
  'SMTP_OAUTH_CLIENT_ID',
  'SMTP_OAUTH_CLIENT_SECRET',
  'SMTP_OAUTH_REFRESH_TOKEN',
] as const
const mailNames = ['MAIL_FROM', ...oauthNames, 'SMTP_TIMEOUT_SECONDS', 'DKIM_KEY_FILE', 'DKIM_SELECTOR', 'DKIM_DOMAIN']

function mailSettings(value: Value): MailSettings | undefined {
  const given = value('SMTP_URL')
  // Like other limits, it may be set where it limits nothing.
  const perMinute = wholeNumber(value, 'LIMIT_MAILS', 120, 1, 1_000_000)
  if (given === undefined) {
    // A mailbox may be read with OAuth2 where no mail is sent.
    const isOfMailbox = (one: string) => value('IMAP_URL') !== undefined && oauthNames.some((name) => name === one)
    const alone = mailNames.filter((one) => value(one) !== undefined && !isOfMailbox(one))[0]
    if (alone !== undefined) throw new ConfigError(`${alone} is set, but not SMTP_URL, without which no mail is sent.`)
    return undefined
  }
  // No value is repeated where it may hold a password.
  const wrong = new ConfigError(
    'SMTP_URL must be an address like smtp://user:password@mail.example.com:587, or smtps://… with TLS from the start; ' +
      'signs such as / and @ in the password are written as %2F and %40.',
  )
  const url = URL.parse(given)
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    !url.hostname ||
    !/^\/?$/.test(url.pathname) ||
    url.search ||
    url.hash
  ) {
    throw wrong
  }
  const isSecure = url.protocol === 'smtps:'
  const [user, password] = [url.username, url.password].map((part) => decoded(part, wrong)) as [string, string]
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const oauth = oauthSettings(value)
  if (oauth && !user) throw new ConfigError('SMTP_URL must name the user of the mailbox for OAuth2, before an @.')
  const login = oauth ? { user, oauth } : user ? { user, password } : undefined
  const from = sender(value('MAIL_FROM'))
  return {
    host,
    port: url.port ? Number(url.port) : isSecure ? 465 : login ? 587 : 25,
    isSecure,
    needsTls: !isSecure && login !== undefined && !isLoopback(host),
    login,
    from,
    perMinute,
    // A mail that is on its way is left alone for a minute.
    timeoutSeconds: wholeNumber(value, 'SMTP_TIMEOUT_SECONDS', 30, 1, 45),
    dkim: dkimSettings(value, from.address),
  }
}

function decoded(part: string, wrong: ConfigError): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw wrong
  }
}

function oauthSettings(value: Value): OAuthSettings | undefined {
  if (!oauthNames.some((name) => value(name) !== undefined)) return undefined
  const [tokenUrl, clientId, clientSecret, refreshToken] = oauthNames.map((name) => {
    const given = value(name)
    if (given === undefined) throw new ConfigError(`${name} is missing: OAuth2 needs ${oauthNames.join(', ')}.`)
    return given
  }) as [string, string, string, string]
  const url = URL.parse(tokenUrl)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) {
    throw new ConfigError('SMTP_OAUTH_TOKEN_URL must be an address that starts with https://.')
  }
  return { tokenUrl, clientId, clientSecret, refreshToken }
}

/** An address for mail that needs no quotes, in ASCII. */
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/** Reads `Name <address>`, or an address alone, which is the product's. */
function sender(given: string | undefined): MailSettings['from'] {
  if (given === undefined) throw new ConfigError('MAIL_FROM is missing: mail needs the address it comes from.')
  const [, inBrackets] = /^[^<>]*<([^<>]+)>$/.exec(given) ?? []
  const name = nameBeforeAddress(given)
  const address = (inBrackets ?? given).trim()
  if (!plainAddress.test(address) || /[\0-\x1f\x7f"\\]/.test(name ?? '')) {
    throw new ConfigError(
      'MAIL_FROM must be an address like bugs@example.com, or a name with one: Bugs <bugs@example.com>.',
    )
  }
  return { address }
}

/** Returns the name of `Name <address>`, where there is one. */
function nameBeforeAddress(given = ''): string | undefined {
  const [, named = ''] = /^([^<>]*)<[^<>]+>$/.exec(given) ?? []
  return named.trim().replace(/^"(.*)"$/, '$1') || undefined
}

function dkimSettings(value: Value, from: string): MailSettings['dkim'] {
  const [keyFile, selector, domain] = ['DKIM_KEY_FILE', 'DKIM_SELECTOR', 'DKIM_DOMAIN'].map(value)
  if (keyFile === undefined && selector === undefined && domain === undefined) return undefined
  if (keyFile === undefined || selector === undefined) {
    throw new ConfigError('Signing mails needs both DKIM_KEY_FILE and DKIM_SELECTOR.')
  }
  const named = domain ?? from.slice(from.lastIndexOf('@') + 1)
  for (const [setting, text] of [
    ['DKIM_SELECTOR', selector],
    ['DKIM_DOMAIN', named],
  ] as const) {
    if (!/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i.test(text))
      throw new ConfigError(`${setting} must be a name as DNS has it.`)
  }
  return { keyFile: resolve(keyFile), selector, domain: named }
}

const mailInNames = [
  'IMAP_URL',
  'MAIL_LISTEN',
  'MAIL_IN_SECRET',
  'MAIL_AUTH_SERVER',
  'MAIL_DNS',
  'MAIL_LISTEN_CERT',
  'MAIL_LISTEN_KEY',
]
/** An address for answers has this before its @, so its domain has room for the rest. */
const longestDomain = 180

function mailInSettings(value: Value): MailInSettings | undefined {
  const address = value('MAIL_IN_ADDRESS')?.toLowerCase()
  if (address === undefined) {
    const alone = mailInNames.find((one) => value(one) !== undefined)
    if (alone === undefined) return undefined
    throw new ConfigError(`${alone} is set, but not MAIL_IN_ADDRESS, the address at which mail is received.`)
  }
  const [local = '', domain = ''] = address.split('@')
  if (!plainAddress.test(address) || local.includes('+') || !domain.includes('.') || domain.length > longestDomain) {
    throw new ConfigError('MAIL_IN_ADDRESS must be an address like mothlight@bugs.example.com, without a +.')
  }
  const [imap, listener, secret] = [imapSettings(value), listenerSettings(value), value('MAIL_IN_SECRET')]
  if (!imap && !listener && secret === undefined) {
    throw new ConfigError('MAIL_IN_ADDRESS needs a way by which mail comes: IMAP_URL, MAIL_LISTEN or MAIL_IN_SECRET.')
  }
  // The value is not repeated, because it is a secret.
  if (secret !== undefined && !/^[\x21-\x7e]{16,}$/.test(secret)) {
    throw new ConfigError('MAIL_IN_SECRET must have at least 16 characters, without spaces and accents.')
  }
  const authServer = value('MAIL_AUTH_SERVER')?.toLowerCase()
  if (authServer !== undefined && !/^[a-z0-9._-]+$/.test(authServer)) {
    throw new ConfigError(
      'MAIL_AUTH_SERVER must be the name with which Authentication-Results begin, like mx.example.com.',
    )
  }
  const dnsServers = value('MAIL_DNS')
    ?.split(',')
    .map((one) => one.trim())
  if (dnsServers?.some((one) => !/^[0-9a-f.:[\]]+$/i.test(one))) {
    throw new ConfigError('MAIL_DNS must list addresses of name servers, such as 9.9.9.9 or 127.0.0.1:5353.')
  }
  return { address, imap, listener, secret, authServer, dnsServers }
}

function imapSettings(value: Value): ImapSettings | undefined {
  const given = value('IMAP_URL')
  if (given === undefined) return undefined
  // The value is not repeated, because it may hold a password.
  const wrong = new ConfigError(
    'IMAP_URL must be an address like imaps://user:password@mail.example.com/INBOX; signs such as / and @ in the ' +
      'password are written as %2F and %40.',
  )
  const url = URL.parse(given)
  if (!url || !/^imaps?:$/.test(url.protocol) || !url.hostname || url.search || url.hash) throw wrong
  const isSecure = url.protocol === 'imaps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const [user, password, mailbox] = [url.username, url.password, url.pathname.slice(1)].map((part) =>
    decoded(part, wrong),
  ) as [string, string, string]
  if (!user) throw new ConfigError('IMAP_URL must name the user of the mailbox, before an @.')
  const oauth = password ? undefined : oauthSettings(value)
  if (!password && !oauth) {
    throw new ConfigError('IMAP_URL needs the password of the mailbox, or the four SMTP_OAUTH_… settings for OAuth2.')
  }
  return {
    host,
    port: url.port ? Number(url.port) : isSecure ? 993 : 143,
    isSecure,
    needsTls: !isSecure && !isLoopback(host),
    login: oauth ? { user, oauth } : { user, password },
    mailbox: mailbox || 'INBOX',
  }
}

function listenerSettings(value: Value): ListenerSettings | undefined {
  const given = value('MAIL_LISTEN')
  const [certFile, keyFile] = [value('MAIL_LISTEN_CERT'), value('MAIL_LISTEN_KEY')]
  if (given === undefined) {
    if (certFile ?? keyFile) throw new ConfigError('MAIL_LISTEN_CERT and MAIL_LISTEN_KEY need MAIL_LISTEN.')
    return undefined
  }
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(given) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) > 65_535) {
    throw new ConfigError(`MAIL_LISTEN must be an address with a port, like 0.0.0.0:25 or [::]:25, not '${given}'.`)
  }
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError('STARTTLS needs both MAIL_LISTEN_CERT and MAIL_LISTEN_KEY.')
  }
  const tls = certFile && keyFile ? { certFile: resolve(certFile), keyFile: resolve(keyFile) } : undefined
  return { host, port: Number(port), tls }
}

function s3Settings(value: Value): S3Settings | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (![...names, 'S3_REGION'].some((name) => value(name) !== undefined)) return undefined
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map((name) => {
    const given = value(name)
    if (given === undefined) throw new ConfigError(`${name} is missing: S3 storage needs ${names.join(', ')}.`)
    return given
  }) as [string, string, string, string]
  const url = URL.parse(endpoint)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    // The value is not repeated, because it may hold a password.
    throw new ConfigError('S3_ENDPOINT must be an address like https://s3.example.com, without a name or password.')
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ConfigError(`S3_BUCKET must be the name of a bucket, not '${bucket}'.`)
  }
  const region = value('S3_REGION') ?? 'us-east-1'
  return { endpoint: url.href.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey }
}

function trustProxy(given: string | undefined): boolean | string {
  if (given === undefined || given === 'off') return false
  if (given === 'on')
    throw new ConfigError('TRUST_PROXY must name the proxies (addresses or networks, comma separated), or be off.')
  if (!/^[0-9a-fA-F.:/, ]+$|^(loopback|linklocal|uniquelocal)$/.test(given)) {
    throw new ConfigError(`TRUST_PROXY must list addresses or networks such as 127.0.0.1, not '${given}'.`)
  }
  return given
}

function link<K extends string>(
  value: Value,
  name: string,
  key: K,
  protocols: readonly string[],
): { [P in K]?: string } {
  const given = value(name)
  if (given === undefined) return {}
  if (!protocols.includes(URL.parse(given)?.protocol ?? '')) {
    throw new ConfigError(`${name} must be a link that starts with ${protocols.join(' or ')}, not '${given}'.`)
  }
  return { [key]: given } as { [P in K]?: string }
}
