import { upload } from '#testing/attachment-parts.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { Buffer } from 'node:buffer'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '#server/config/log.ts'
import { OpenConnections } from '#server/http/open-connections.ts'
import { parserErrorAnswer } from '#server/http/parser-errors.ts'
import { sendRaw } from './raw-http.ts'

const dist = join(import.meta.dirname, '../../dist/web')

let app: TestApp
let port: number
beforeAll(async () => {
  app = await openTestApp({}, undefined, dist)
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  port = (app.http.server.address() as { port: number }).port
})
afterAll(() => app?.end())

/** Sends exactly these bytes. @returns everything that comes back until the server closes the connection */
function exchange(bytes: string, to = port): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1')
    let answer = ''
    socket.on('data', (piece) => (answer += piece.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(bytes)
  })
}

const get = (path: string, headers: Record<string, string> = {}) => sendRaw(port, { method: 'GET', path, headers })
const post = (path: string, body: Buffer | string, headers: Record<string, string> = {}) =>
  sendRaw(port, { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body })

describe('a request', () => {
  it.each([
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Content-Length: 5\r\nContent-Length: 6',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding : chunked',
    'Content-Length: +5',
    ' Folded: x',
  ])('that two servers could read in two ways (%s) is refused and ends the connection', async (header) => {
    const second = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    const answer = await exchange(`POST /api/user/login HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n0\r\n\r\n${second}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('alive')
  })

  it('with headers or an address past 16 kB is refused before anything reads it', async () => {
    const tooMuch = /^HTTP\/1\.1 431 /
    const send = (path: string, headers: string) => exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
    expect(await send('/api/site', `X-Large: ${'x'.repeat(20_000)}`)).toMatch(tooMuch)
    expect(await send(`/api/bug/list?keywords=${'x'.repeat(20_000)}`, 'X-Small: x')).toMatch(tooMuch)
    expect(await send('/api/site', Array.from({ length: 3000 }, (_, n) => `A${n}: 1`).join('\r\n'))).toMatch(tooMuch)
  })

  it.each(['x', 'h2c', 'websocket', 'TLS/1.3'])(
    'that offers to go on as %s is answered as what it is',
    async (protocol) => {
      const offer = `Host: localhost\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n`
      expect(await exchange(`GET /healthz HTTP/1.1\r\n${offer}\r\n`)).toMatch(/^HTTP\/1\.1 200 [^]*"alive"/)
      const body = JSON.stringify({ email: 'a@example.test', password: 'a good password' })
      const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
      const login = await exchange(`POST /api/user/login HTTP/1.1\r\n${offer}${type}\r\n${body}`)
      expect(login).toMatch(/^HTTP\/1\.1 401 [^]*"loggedIn":false/)
    },
  )

  it.each(['Host: localhost\r\nHost: other\r\n', ''])(
    'with another number of Host headers than one (%j) is refused, for a socket too',
    async (hosts) => {
      for (const path of ['/', '/api/site', '/nowhere', '/socket.io/?EIO=4&transport=polling']) {
        const answer = await exchange(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
        expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[03] [^]*nosniff/)])
      }
    },
  )

  it('that expects what is not understood is answered all the same', async () => {
    const expectation = 'Host: localhost\r\nExpect: x\r\nConnection: close\r\n'
    expect(await exchange(`GET /healthz HTTP/1.1\r\n${expectation}\r\n`)).toMatch(/^HTTP\/1\.1 200 [^]*"alive"/)
  })

  it.each([
    ['GET /api/bug/%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400, 'invalid-input'],
    ['GET /%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400, 'invalid-input'],
    ['no HTTP at all\r\n\r\n', 400, 'invalid-input'],
    [`GET /api/site HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
  ])('that can’t be read is refused as any other is (%#)', async (bytes, status, code) => {
    const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    const { error } = JSON.parse(body) as { error: Record<string, string> }
    expect(error).toEqual({ code, message: expect.any(String), requestId: expect.stringMatching(/^[0-9a-z]{12}$/) })
    for (const header of [
      `x-request-id: ${error['requestId']}`,
      'x-content-type-options: nosniff',
      'content-security-policy: ',
    ]) {
      expect(head.toLowerCase()).toContain(header)
    }
  })

  it('that does not arrive in time is refused as any other is', async () => {
    // Node checks every half minute; this server of the same kind checks more often.
    const connections = new OpenConnections()
    const server = createServer({ connectionsCheckingInterval: 50, headersTimeout: 200 })
    server.on('clientError', parserErrorAnswer(connections, openLog('silent'), { 'x-content-type-options': 'nosniff' }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const answer = await exchange('GET / HTTP/1.1\r\nX-Slow: ', (server.address() as { port: number }).port)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*nosniff[^]*"code":"request-timeout"/)
    server.close()
  })

  it('whose body is packed is refused, so that nothing unpacks here', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const login = gzipSync(JSON.stringify({ email: 'a@example.test', password: 'a good password' }))
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'gzip, gzip']) {
      for (const body of [bomb, login]) {
        expect((await post('/api/user/login', body, { 'content-encoding': encoding })).status).toBe(415)
      }
    }
    const person = await app.person(['customer'])
    const packed = await person.send('POST', '/api/attachments?name=x', bomb, {
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
    })
    expect(packed.status).toBe(415)
    // A compressed file is stored like any other, and stays compressed.
    expect((await upload(person, 'x.gz', bomb)).body.result.bytes).toBe(bomb.length)
  })

  it('by another method than those declared reaches nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PATCH', 'OPTIONS', 'PURGE']) {
      expect((await sendRaw(port, { method, path: '/api/site' })).status).toBe(404)
    }
    const override = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    expect((await post('/api/user/me/sessions/others', '{}', override)).status).toBe(404)
  })
})

describe('a path', () => {
  it.each([
    '/../../../etc/passwd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/%2e%2e%2fpackage.json',
    '//etc/passwd',
    '/assets/%00',
    '/.env',
    '/.git/config',
    '/server/main.ts',
    '/node_modules/fastify/package.json',
  ])('%s leads to no file of the machine', async (path) => {
    const { text, headers, status } = await get(path)
    expect(text).not.toMatch(/root:|"name": "(mothlight|fastify)"|\[core\]|import /)
    expect([400, 404]).toContain(status)
    if (headers['content-type'] !== 'text/html; charset=utf-8') expect(JSON.parse(text)).toHaveProperty('error.code')
  })
})

describe('no answer', () => {
  it('leads anywhere else, whatever the address asks for', async () => {
    const away = encodeURIComponent('https://evil.example')
    const paths = [
      `/page/login?next=${away}&redirect=${away}&returnTo=${away}&url=${away}`,
      '//evil.example/%2e%2e',
      '/\\evil.example',
      '/%0d%0aLocation:%20https://evil.example',
      `/api/user/loginStatus?next=${away}`,
      '/page',
      '/assets',
    ]
    for (const path of paths) {
      const { status, headers } = await get(path)
      expect([path, status < 300 || status >= 400, headers.location]).toEqual([path, true, undefined])
    }
  })

  it('has a header that somebody else has written', async () => {
    const person = await app.person(['customer'])
    const { body } = await upload(person, 'a\r\nSet-Cookie: stolen=1\r\n\r\n<b>.txt', 'x')
    const answer = await get(`/api/attachments/${body.result._id}`, { cookie: person.cookie ?? '' })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['content-disposition']).not.toMatch(/[\r\n]/)
    expect((await get('/api/nothing/%0d%0aX-Made:%20up')).headers).not.toHaveProperty('x-made')
  })
})

describe('a page that another name leads to this machine', () => {
  const login = (host: string, headers: Record<string, string> = {}) =>
    post('/api/user/login', JSON.stringify({ email: 'a@example.test', password: 'a good password' }), {
      host,
      origin: `http://${host}`,
      ...headers,
    })

  it('can write nothing while only this machine’s own browser reaches the server', async () => {
    for (const host of ['rebound.evil.example.com:3000', 'evil.com', 'EVIL.COM.', '127.0.0.1.nip.io:3000']) {
      expect([host, (await login(host)).status]).toEqual([host, 403])
    }
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'app:3000', 'moth.localhost', '10.0.0.7']) {
      expect([host, (await login(host)).status]).toEqual([host, 401])
    }
  })

  it('can open no socket there either', async () => {
    const handshake = (host: string) =>
      get('/socket.io/?EIO=4&transport=polling', { host, origin: `http://${host}` }).then(({ status }) => status)
    expect(await handshake('rebound.evil.example.com:3000')).toBe(403)
    expect(await handshake('evil.com')).toBe(403)
    expect(await handshake('localhost:3000')).toBe(200)
    expect(await handshake('[::1]:3000')).toBe(200)
  })

  it('can write when it is the one that the operator named', async () => {
    const named = await openTestApp({ PUBLIC_URL: 'https://bugs.example.com' })
    const send = (origin: string, host: string) =>
      named.stranger.send('POST', '/api/user/login', { email: 'a@b.c', password: 'a good password' }, { origin, host })
    expect((await send('https://bugs.example.com', 'bugs.example.com')).status).toBe(401)
    expect((await send('https://evil.com', 'evil.com')).status).toBe(403)
    await named.end()
  })
})
