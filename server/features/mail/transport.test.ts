import { readConfig } from '#server/config/config.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openTestApp } from '#testing/test-app.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sendTestMail } from '#shared/mail/contract.ts'
import { openTransport } from './transport.ts'

const undo: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function aServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options)
  undo.push(server.close)
  return server
}

describe('the way to the mail server', () => {
  it('says no password to another machine without TLS', async () => {
    const server = await aServer()
    const steps: string[] = []
    server.trouble = (step) => void steps.push(step)
    const settings = readConfig({ ...server.settings, SMTP_URL: server.url.replace('//', '//moth:secret@') }).mail
    if (!settings) throw new Error('There is a mail server.')
    // Another machine can't be had in a test; what it is told is the same.
    expect(readConfig({ ...server.settings, SMTP_URL: 'smtp://moth:secret@mail.example.com' }).mail?.needsTls).toBe(
      true,
    )
    const transport = await openTransport({ ...settings, needsTls: true })
    try {
      await expect(transport.verify()).rejects.toMatchObject({ code: 'ETLS' })
    } finally {
      transport.close()
    }
    expect(steps).toEqual(['connect'])
  })

  it('is given up after the time that is set', async () => {
    const settings = readConfig({ ...(await aServer()).settings, SMTP_TIMEOUT_SECONDS: '4' }).mail
    if (!settings) throw new Error('There is a mail server.')
    const transport = await openTransport(settings)
    transport.close()
    expect(transport.options).toMatchObject({ connectionTimeout: 2000, greetingTimeout: 2000, socketTimeout: 4000 })
  })

  it('does not trust a certificate that nobody vouches for', async () => {
    const server = await aServer({ disabledCommands: [] })
    const settings = readConfig({ ...server.settings }).mail
    if (!settings) throw new Error('There is a mail server.')
    const transport = await openTransport({ ...settings, needsTls: true })
    try {
      await expect(transport.verify()).rejects.toThrow(/certificate/)
    } finally {
      transport.close()
    }
  })

  it('takes the certificate that the mail server of this machine made for itself', async () => {
    const server = await aServer({ disabledCommands: [] })
    const app = await openTestApp({ ...server.settings })
    undo.push(app.end)
    const administrator = await app.person(['admin'])
    await administrator.call(sendTestMail, {})
    await app.runJob('send-mails')
    expect(server.to(administrator.email)).toHaveLength(1)
    expect(server.mails[0]?.isEncrypted).toBe(true)
  })

  it('logs in by OAuth2 with a token that it got for the refresh token', async () => {
    const asked: string[] = []
    const tokens = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => asked.push(chunk.toString()))
      request.on('end', () => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ access_token: 'the-access-token', expires_in: 3600, token_type: 'Bearer' }))
      })
    })
    await once(tokens.listen(0, '127.0.0.1'), 'listening')
    undo.push(() => void tokens.close())
    const logins: unknown[] = []
    const server = await aServer({
      authMethods: ['XOAUTH2'],
      onAuth: ({ method, username, accessToken }, _session, done) => {
        logins.push({ method, username, accessToken })
        done(null, { user: username ?? '' })
      },
    })
    const app = await openTestApp({
      ...server.settings,
      SMTP_URL: server.url.replace('//', '//bugs%40mothlight.example@'),
      SMTP_OAUTH_TOKEN_URL: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`,
      SMTP_OAUTH_CLIENT_ID: 'the-client',
      SMTP_OAUTH_CLIENT_SECRET: 'the-secret',
      SMTP_OAUTH_REFRESH_TOKEN: 'the-refresh-token',
    })
    undo.push(app.end)
    const administrator = await app.person(['admin'])
    await administrator.call(sendTestMail, {})
    await app.runJob('send-mails')
    expect(server.to(administrator.email)).toHaveLength(1)
    expect(logins).toEqual([{ method: 'XOAUTH2', username: 'bugs@mothlight.example', accessToken: 'the-access-token' }])
    expect(Object.fromEntries(new URLSearchParams(asked.join('')))).toMatchObject({
      grant_type: 'refresh_token',
      client_id: 'the-client',
      refresh_token: 'the-refresh-token',
    })
  })
})
