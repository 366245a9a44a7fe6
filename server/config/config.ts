import { join, resolve } from 'node:path'
import type { Site } from '#shared/site/contract.ts'
import { version } from './version.ts'

/** Thrown when a setting is missing or wrong; `message` is one sentence that names the variable. */
export class ConfigError extends Error {}

export interface Config {
  readonly port: number
  readonly host: string
  /** What this process serves: everything, or only the chat on its own port, beside a process that serves the rest. */
  readonly serves: 'all' | 'chat'
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
  readonly site: Site
  readonly limits: {
    /** Registrations per 10 minutes and address. */
    readonly registrations: number
    /** Failed logins per 15 minutes, account and address. */
    readonly failedLogins: number
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

const mebibyte = 1024 * 1024

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
  const serves = choice(value, 'SERVE', 'all', ['all', 'chat']) as Config['serves']
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
  const maxBytes = wholeNumber(value, 'ATTACHMENT_MAX_MB', 25, 1, 2000) * mebibyte
  return {
    port,
    host,
    serves,
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
    logLevel: choice(value, 'LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    metricsToken: metricsToken(value('METRICS_TOKEN')),
    similarIndex: flag(value, 'SIMILAR', true),
    attachments: { maxBytes, s3: s3Settings(value) },
    demo,
    site: {
      bannerText:
        value('BANNER_TEXT') ??
        'This is a school portfolio project, made for educational purposes. Please enter no real secrets.',
      author: {
        name: value('AUTHOR_NAME') ?? 'Mothlight',
        ...link(value, 'AUTHOR_CODE_HOST', 'codeHost', ['http:', 'https:']),
        ...link(value, 'AUTHOR_NETWORK', 'network', ['http:', 'https:']),
        ...link(value, 'AUTHOR_MAIL', 'mail', ['mailto:']),
        ...link(value, 'AUTHOR_PORTFOLIO', 'portfolio', ['http:', 'https:']),
      },
      ...(demo && { demo }),
      maxAttachmentBytes: maxBytes,
      version,
    },
    limits: {
      registrations: wholeNumber(value, 'LIMIT_REGISTRATIONS', 60, 1, 1_000_000),
      failedLogins: wholeNumber(value, 'LIMIT_FAILED_LOGINS', 10, 1, 1_000_000),
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
