import { endpoints } from '#shared/endpoints.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { join } from 'node:path'
import { sendRaw } from './raw-http.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await openTestApp(
    { PUBLIC_URL: 'https://bugs.example.com' },
    undefined,
    join(import.meta.dirname, '../../dist/web'),
  )
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  port = (app.http.server.address() as { port: number }).port
})
afterAll(() => app?.end())

/** Returns a policy's directives by name. */
function directives(policy: unknown): Record<string, string> {
  const parts = String(policy)
    .split(';')
    .map((part) => part.trim().split(/\s+/))
  return Object.fromEntries(parts.map(([name = '', ...values]) => [name, values.join(' ')]))
}

describe('a page', () => {
  it('lets run what this server serves and nothing else', async () => {
    const { headers } = await app.stranger.send('GET', '/page/login')
    const policy = directives(headers['content-security-policy'])
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|https?:|\*/)
  })

  it('behind a secret link tells its address to nobody, and asks to be left out of searches', async () => {
    for (const path of [
      '/page/report/x',
      '/page/confirm-report/x',
      '/page/login/reset?token=x',
      '/page/login/confirm?token=x',
      '/page/login/invitation?token=x',
      '/page/mail/less?token=x',
      '/page/mail/chat?token=x',
    ]) {
      const { status, headers } = await app.stranger.send('GET', path)
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    }
  })

  it('that documents the calls has the same policy', async () => {
    const calls = await app.stranger.send('GET', '/api/site')
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/static/', '/api/openapi.json']) {
      const { status, headers } = await app.stranger.send('GET', path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['content-security-policy']).toBe(calls.headers['content-security-policy'])
    }
  })

  it.each([
    ...['/', '/page/login', '/page/nowhere', '/api/site', '/api/nothing', '/healthz', '/assets/nothing.js'],
    ...['/api/docs', '/api/docs/static/swagger-ui-bundle.js', '/api/openapi.json'],
    ...['/api/user/me', '/api/bug/%ff', '/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=9'],
  ])('of another site can’t frame %s, guess its type, or learn its address from a link', async (path) => {
    const { headers } = await sendRaw(port, { method: 'GET', path })
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(\)/),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

it('a visitor’s cookie travels by https alone', async () => {
  const { headers } = await sendRaw(port, { method: 'GET', path: '/socket.io/?EIO=4&transport=polling' })
  expect(String(headers['set-cookie'])).toMatch(/^mothlight_visitor=.*; Secure/)
})

describe('an answer to a call', () => {
  it.each(Object.entries(endpoints).filter(([, { gives }]) => !gives))(
    '%s is kept by no cache',
    async (_name, endpoint) => {
      for (const caller of [app.stranger, await app.person(['admin'])]) {
        const url = endpoint.path.replace(/:\w+/g, 'f'.repeat(24))
        const { headers } = await caller.send(endpoint.method, url, endpoint.body ? {} : undefined)
        expect(headers['cache-control']).toBe('no-store')
      }
    },
  )
})
