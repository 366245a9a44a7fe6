import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const secret = 'hush-hush-hush-hush'
const mailIn = (settings: Record<string, string>) =>
  readConfig({ MAIL_IN_ADDRESS: 'Moth@Bugs.example.com', MAIL_IN_SECRET: secret, ...settings }).mailIn

it('mail comes in at an address, by a mailbox, a listener or requests', () => {
  expect(readConfig({}).mailIn).toBeUndefined()
  expect(mailIn({})).toEqual({ address: 'moth@bugs.example.com', secret })
  expect(mailIn({ IMAP_URL: 'imaps://moth:a%2Fb@mail.example.com' })?.imap).toEqual({
    ...{ host: 'mail.example.com', port: 993, isSecure: true, needsTls: false, mailbox: 'INBOX' },
    login: { user: 'moth', password: 'a/b' },
  })
  expect(mailIn({ IMAP_URL: 'imap://moth:x@mail.example.com:1143/Bugs%20in' })?.imap).toMatchObject({
    ...{ port: 1143, isSecure: false, needsTls: true, mailbox: 'Bugs in' },
  })
  const oauth = {
    SMTP_OAUTH_TOKEN_URL: 'https://login.example.com/token',
    SMTP_OAUTH_CLIENT_ID: 'id',
    SMTP_OAUTH_CLIENT_SECRET: secret,
    SMTP_OAUTH_REFRESH_TOKEN: 'token',
  }
  expect(mailIn({ ...oauth, IMAP_URL: 'imaps://bugs%40example.com@imap.example.com' })?.imap?.login).toEqual({
    user: 'bugs@example.com',
    oauth: { tokenUrl: oauth.SMTP_OAUTH_TOKEN_URL, clientId: 'id', clientSecret: secret, refreshToken: 'token' },
  })
  expect(mailIn({ MAIL_LISTEN: '[::]:25' })?.listener).toEqual({ host: '::', port: 25, tls: undefined })
  expect(mailIn({ MAIL_AUTH_SERVER: 'MX.example.com', MAIL_DNS: '127.0.0.1:53, ::1' })).toMatchObject({
    ...{ authServer: 'mx.example.com', dnsServers: ['127.0.0.1:53', '::1'] },
  })
})

it.each([
  ['MAIL_IN_ADDRESS', 'moth'],
  ['MAIL_IN_ADDRESS', 'moth+1@bugs.example.com'],
  ['MAIL_IN_ADDRESS', 'moth@localhost'],
  ['MAIL_IN_ADDRESS', `moth@${'a'.repeat(200)}.example`],
  ['MAIL_IN_SECRET', 'hush'],
  ['MAIL_IN_SECRET', ''],
  ['IMAP_URL', `http://moth:${secret}@mail.example.com`],
  ['IMAP_URL', `imaps://moth:${secret}@mail.example.com/?x=y`],
  ['IMAP_URL', `imaps://:${secret}@mail.example.com`],
  ['IMAP_URL', 'imaps://moth@mail.example.com'],
  ['MAIL_LISTEN', '25'],
  ['MAIL_LISTEN', '0.0.0.0:70000'],
  ['MAIL_LISTEN_CERT', '/etc/cert.pem'],
  ['MAIL_AUTH_SERVER', 'mx example'],
  ['MAIL_DNS', 'dns.example.com'],
])('%s can’t be %s, and what is said names it and no secret', (name, value) => {
  let said = ''
  try {
    mailIn({ [name]: value })
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    said = (error as Error).message
  }
  expect(said).toContain(name === 'MAIL_LISTEN_CERT' ? 'MAIL_LISTEN' : name)
  expect(said).not.toContain(secret)
})

it('an address is needed for each way', () => {
  for (const name of ['IMAP_URL', 'MAIL_LISTEN', 'MAIL_IN_SECRET', 'MAIL_AUTH_SERVER', 'MAIL_DNS']) {
    expect(() => readConfig({ [name]: secret })).toThrow(`${name} is set, but not MAIL_IN_ADDRESS`)
  }
})
