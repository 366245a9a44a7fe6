import { version } from '#server/config/version.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApi } from './openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.end())

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ method: 'GET', url, headers })

describe('the OpenAPI document', () => {
  it('is what the contracts say, for strangers and for people alike', async () => {
    const { status, body } = await app.stranger.send('GET', '/api/openapi.json')
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(openApi(version))))
    expect((await (await app.person(['admin'])).send('GET', '/api/openapi.json')).body).toEqual(body)
  })

  it('is sent packed, and again only where it has changed', async () => {
    const packed = await get('/api/openapi.json', { 'accept-encoding': 'br' })
    expect(packed.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^W\/".+"$/),
    })
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(
      (await get('/api/openapi.json')).json(),
    )
    const again = await get('/api/openapi.json', { 'if-none-match': String(packed.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/api/openapi.json', { 'if-none-match': 'W/"another"' })).statusCode).toBe(200)
  })

  it('is refused as any call is, and nobody keeps the refusal', async () => {
    const refused = await get('/api/openapi.json', { 'content-encoding': 'gzip' })
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([415, 'no-store'])
  })
})

describe('the page of all calls', () => {
  it('loads files of this server alone, and holds no script and no styles itself', async () => {
    const page = await get('/api/docs')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const sources = [...page.body.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, source = '']) => source)
    expect(sources.length).toBeGreaterThan(4)
    for (const source of sources) {
      expect(source).toMatch(/^\/api\/docs\/static\//)
      const { statusCode, headers } = await get(source)
      expect([source, statusCode, headers['cache-control']]).toEqual([source, 200, 'no-cache'])
      expect(headers.etag).toBeDefined()
    }
    expect(page.body).not.toMatch(/<style|\sstyle=|\son\w+=|<script[^>]*>\s*[^\s<]/)
  })

  it('reads the same document', async () => {
    expect((await get('/api/docs/json')).body).toBe((await get('/api/openapi.json')).body)
  })

  it('says of a file that is not there what every call says, and nobody keeps that', async () => {
    for (const url of ['/api/docs/nothing', '/api/docs/static/nothing.js', '/api/docs/static/..%2f..%2fpackage.json']) {
      const answer = await get(url)
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, 'no-store'])
      expect(answer.json()).toMatchObject({ error: { code: 'not-found' } })
    }
  })
})
