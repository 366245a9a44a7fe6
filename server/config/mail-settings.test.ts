import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { knownInstallationKey, openInstallationKey } from './installation-key.ts'

const mail = (settings: Record<string, string>) =>
  readConfig({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'bugs@example.com', ...settings }).mail

it('a mail server is read from its address; a password goes to other machines by TLS alone', () => {
  expect(readConfig({}).mail).toBeUndefined()
  expect(mail({})).toMatchObject({ host: 'mail.example.com', port: 25, isSecure: false, needsTls: false })
  expect(mail({ SMTP_URL: 'smtp://moth:a%2Fb%40c@mail.example.com' })).toMatchObject({
    port: 587,
    needsTls: true,
    login: { user: 'moth', password: 'a/b@c' },
  })
  expect(mail({ SMTP_URL: 'smtp://moth:x@127.0.0.1:2525' })).toMatchObject({ port: 2525, needsTls: false })
  expect(mail({ SMTP_URL: 'smtps://[::1]' })).toMatchObject({ host: '::1', port: 465, isSecure: true })
  const named = { MAIL_FROM: '"Example Bugs" <bugs@example.com>', SMTP_URL: 'smtp://mail.example.com' }
  expect(mail(named)?.from).toEqual({ address: 'bugs@example.com' })
  expect(readConfig(named).settings).toEqual({ mailSender: 'Example Bugs' })
  expect(readConfig({ ...named, MAIL_FROM: '<bugs@example.com>' }).settings).toEqual({})
  expect([mail({}), mail({ SMTP_TIMEOUT_SECONDS: '5' })].map((one) => one?.timeoutSeconds)).toEqual([30, 5])
  const oauth = {
    SMTP_OAUTH_TOKEN_URL: 'https://login.example.com/token',
    SMTP_OAUTH_CLIENT_ID: 'id',
    SMTP_OAUTH_CLIENT_SECRET: 'secret',
    SMTP_OAUTH_REFRESH_TOKEN: 'token',
  }
  expect(mail({ ...oauth, SMTP_URL: 'smtp://bugs%40example.com@smtp.example.com' })?.login).toEqual({
    user: 'bugs@example.com',
    oauth: { tokenUrl: oauth.SMTP_OAUTH_TOKEN_URL, clientId: 'id', clientSecret: 'secret', refreshToken: 'token' },
  })
  expect(() => mail(oauth)).toThrow('SMTP_URL must name the user')
})

it.each([
  ['SMTP_URL', 'http://mail.example.com'],
  ['SMTP_URL', 'smtp://moth:hush/hush@mail.example.com'],
  ['SMTP_URL', 'smtp://moth:hush%@mail.example.com'],
  ['SMTP_URL', 'smtp://mail.example.com/?tls=hush'],
  ['MAIL_FROM', ''],
  ['MAIL_FROM', 'bugs'],
  ['MAIL_FROM', 'a@example.com, b@example.com'],
  ['MAIL_FROM', 'Bugs <bugs@example.com>\r\nBcc: <eve@example.com>'],
  ['SMTP_TIMEOUT_SECONDS', '0'],
  ['SMTP_TIMEOUT_SECONDS', '46'],
  ['SMTP_TIMEOUT_SECONDS', 'soon'],
  ['SMTP_OAUTH_TOKEN_URL', 'https://login.example.com'],
  ['SMTP_OAUTH_CLIENT_ID', 'id'],
  ['DKIM_SELECTOR', 'moth'],
  ['SECRET_KEY', 'hush'.repeat(7)],
])('%s %j stops the start by a sentence that repeats no secret', (name, value) => {
  const read = () => readConfig({ SMTP_URL: 'smtp://x', MAIL_FROM: 'bugs@example.com', [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).not.toThrow('hush')
})

it('settings of mail without a mail server stop the start', () => {
  for (const name of ['MAIL_FROM', 'DKIM_DOMAIN', 'SMTP_OAUTH_CLIENT_ID', 'SMTP_TIMEOUT_SECONDS']) {
    expect(() => readConfig({ [name]: 'x@example.com' })).toThrow(`${name} is set, but not SMTP_URL`)
  }
})

it('the key of an installation gives each purpose and id a text of its own, and is never a part of a file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-key-'))
  const settings = { dataDir, secretKey: undefined }
  try {
    expect(knownInstallationKey(settings)).toBeUndefined()
    const key = openInstallationKey(settings)
    expect(key.derive('reset', '1')).toMatch(/^[\w-]{43}$/)
    expect(openInstallationKey(settings).derive('reset', '1')).toBe(key.derive('reset', '1'))
    const others = [
      key.derive('reset', '2'),
      key.derive('invite', '1'),
      key.derive('reset:1', ''),
      key.derive('', 'reset:1'),
    ]
    expect(new Set([...others, key.derive('reset', '1')]).size).toBe(5)
    const named = openInstallationKey({ dataDir, secretKey: 'k'.repeat(32) })
    expect(named.fingerprint).not.toBe(key.fingerprint)
    expect(named.derive('reset', '1')).not.toBe(key.derive('reset', '1'))
    await writeFile(join(dataDir, 'secret.key'), 'short')
    expect(() => openInstallationKey(settings)).toThrow('is damaged')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
