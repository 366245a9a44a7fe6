import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the configuration', () => {
  it('needs no variable at all', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      publicUrl: undefined,
      trustProxy: false,
      chatPort: { port: 3005, isWanted: false },
      chatRetentionDays: undefined,
      serves: 'all',
    })
    expect(config.dataDir).toBe(`${process.cwd()}/data`)
  })

  it('switches the chat’s own port off', () => {
    expect(readConfig({ CHAT_PORT: 'off' }).chatPort).toBeUndefined()
    expect(readConfig({ CHAT_PORT: '0' }).chatPort).toEqual({ port: 0, isWanted: true })
    expect(() => readConfig({ CHAT_PORT: 'off', SERVE: 'chat' })).toThrow('CHAT_PORT is off')
  })

  it('refuses one port for the pages and for the chat, where one process serves both', () => {
    const same = { PORT: '4730', CHAT_PORT: '4730' }
    expect(() => readConfig(same)).toThrow(
      new ConfigError('CHAT_PORT and PORT are both 4730: give the chat another port, or none with CHAT_PORT=off.'),
    )
    expect(readConfig({ ...same, SERVE: 'chat' }).chatPort?.port).toBe(4730)
    expect(readConfig({ PORT: '0', CHAT_PORT: '0' }).port).toBe(0)
    expect(readConfig({ PORT: '3005' }).port).toBe(3005)
  })

  it('switches the index of similar bugs off', () => {
    expect(readConfig({}).similarIndex).toBe(true)
    expect(readConfig({ SIMILAR: 'off' }).similarIndex).toBe(false)
  })

  it('does jobs in a server unless they are off, and always where nothing else is done', () => {
    const doesJobs = (env: Record<string, string>) => readConfig(env).doesJobs
    expect([{}, { JOBS: 'off' }, { SERVE: 'chat' }].map(doesJobs)).toEqual([true, false, false])
    expect(readConfig({ SERVE: 'jobs', JOBS: 'off', CHAT_PORT: 'off' })).toMatchObject({
      serves: 'jobs',
      doesJobs: true,
    })
  })

  it('takes empty variables as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', HOST: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      host: '127.0.0.1',
    })
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '3000a'],
    ['PORT', '-1'],
    ['DATA_DIR', '/srv/mothlight\ndata'],
    ['CHAT_PORT', 'on'],
    ['CHAT_PORT', '70000'],
    ['CHAT_RETENTION_DAYS', 'forever'],
    ['SERVE', 'web'],
    ['LIMIT_CHAT_MESSAGES', '0'],
    ['LIMIT_CHAT_CONNECTIONS', 'many'],
    ['LIMIT_CHAT_CONVERSATIONS', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_CONNECTIONS', '1'],
    ['REDIS_URL', 'localhost:6379'],
    ['PUBLIC_URL', 'bugs.example.com'],
    ['PUBLIC_URL', 'https://bugs.example.com/tracker'],
    ['PUBLIC_URL', 'ftp://bugs.example.com'],
    ['DEMO', 'yes'],
    ['DEMO_PASSWORD', 'short'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', 'everybody'],
    ['LOG_LEVEL', 'loud'],
    ['AUTHOR_CODE_HOST', 'javascript:alert(1)'],
    ['AUTHOR_MAIL', 'ada@example.com'],
    ['LIMIT_FAILED_LOGINS', '0'],
    ['LIMIT_SIMILAR', '0'],
    ['SIMILAR', 'maybe'],
    ['SIGN_UP', 'maybe'],
    ['NEWS_FOR_REPORTERS', 'nothing'],
    ['PRODUCT_NAME', 'x'.repeat(41)],
    ['ATTACHMENT_MAX_MB', '0'],
    ['METRICS_TOKEN', 'too-short-a-one'],
    ['METRICS_TOKEN', 'long enough, but with spaces'],
  ])('refuses %s=%s in one sentence that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\n]+\\.$`))
  })

  it('has the demo on only while nobody else can reach the server, unless told', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) expect(readConfig({ HOST: host }).demo).toBeDefined()
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'bugs.example.com']) {
      expect(readConfig({ HOST: host }).demo).toBeUndefined()
      expect(readConfig({ HOST: host }).siteFacts).not.toHaveProperty('demo')
    }
    expect(readConfig({ HOST: '0.0.0.0', DEMO: 'on' }).demo).toBeDefined()
    expect(readConfig({ PUBLIC_URL: 'https://bugs.example.com' }).demo).toBeUndefined()
    expect(readConfig({ PUBLIC_URL: 'http://localhost:8080' }).demo).toBeDefined()
    expect(readConfig({ DEMO: 'off' }).demo).toBeUndefined()
  })

  it('keeps the limits above what a team behind one address meets', () => {
    const { limits } = readConfig({})
    expect(limits.registrations).toBeGreaterThanOrEqual(30)
    expect(limits.failedLogins).toBe(10)
  })

  it('takes an address of Redis with or without TLS, and repeats none that is wrong: it may hold a password', () => {
    for (const REDIS_URL of ['redis://localhost', 'rediss://:hush@redis.example.com:6380/2']) {
      expect(readConfig({ REDIS_URL }).redisUrl).toBe(REDIS_URL)
    }
    for (const REDIS_URL of [
      'http://:hush@host',
      'redis://:hush%zz@host',
      'redis:///hush',
      'redis://:hush@host/name',
    ]) {
      expect(() => readConfig({ REDIS_URL })).toThrow(/^REDIS_URL (?!.*hush)/)
    }
    expect(readConfig({}).redisUrl).toBeUndefined()
  })

  describe('of files', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example.com/',
      S3_BUCKET: 'moths',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'hush',
    }

    it('keeps them in the data folder, up to 25 MB each', () => {
      const config = readConfig({})
      expect(config.attachments).toEqual({ maxBytes: 25 * 1024 * 1024, s3: undefined })
      expect(config.siteFacts.maxAttachmentBytes).toBe(25 * 1024 * 1024)
    })

    it('takes a bucket', () => {
      expect(readConfig(bucket).attachments.s3).toEqual({
        endpoint: 'https://s3.example.com',
        bucket: 'moths',
        region: 'us-east-1',
        accessKeyId: 'key',
        secretAccessKey: 'hush',
      })
    })

    it.each(Object.keys(bucket))('refuses a bucket without %s', (name) => {
      expect(() => readConfig({ ...bucket, [name]: '' })).toThrow(new RegExp(`^${name} is missing: [^\n]+\\.$`))
    })

    it('refuses an endpoint that is none, without repeating what may be a password', () => {
      for (const S3_ENDPOINT of ['s3.example.com', 'ftp://s3.example.com', 'https://me:hush@s3.example.com']) {
        expect(() => readConfig({ ...bucket, S3_ENDPOINT })).toThrow(/^S3_ENDPOINT (?!.*hush)/)
      }
      expect(() => readConfig({ ...bucket, S3_BUCKET: 'No Bucket' })).toThrow(/^S3_BUCKET /)
    })
  })
})
