import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { get as getPlainly } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programs } from '#testing/debian-programs.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { freePort } from '#testing/redis-process.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { startTlsNginx, type TlsNginxProcess } from './nginx-process.ts'

const { paths, missing } = await programs({ nginx: 'nginx', openssl: 'openssl' })

describe.skipIf(missing !== undefined)(`nginx with TLS${missing ? ` (${missing})` : ''}`, () => {
  const name = 'bugs.example.com'
  let test: TestDatabase
  let dataDir: string
  let product: ProductProcess
  let nginx: TlsNginxProcess
  let ports: { https: number; http: number }

  beforeAll(async () => {
    ;[test, dataDir] = await Promise.all([openTestDatabase(), mkdtemp(join(tmpdir(), 'mothlight-tls-'))])
    ports = { https: await freePort(), http: await freePort() }
    const [own, nobody] = [await freePort(), await freePort()]
    product = await startProcess({
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      PUBLIC_URL: `https://${name}`,
      TRUST_PROXY: '127.0.0.1',
      CHAT_PORT: 'off',
      PORT: String(own),
    })
    nginx = await startTlsNginx(paths.nginx, ports, [own, nobody])
  })
  afterAll(async () => {
    await nginx?.end()
    await product?.end()
    await test?.drop()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  })

  /** Sends a request to nginx, whose certificate must be valid. @returns each header as often as it came */
  function ask(path: string, method = 'GET', headers: IncomingHttpHeaders = {}) {
    return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string[]> }>((resolve, reject) => {
      const { https: port } = ports
      const options = { host: '127.0.0.1', port, path, method, servername: name, ca: nginx.certificate }
      request({ ...options, headers: { host: name, ...headers } }, (answer) => {
        answer.resume().once('end', () => resolve({ status: answer.statusCode, headers: answer.headersDistinct }))
      })
        .once('error', reject)
        .end()
    })
  }

  it.each([
    ['a page', '/', 200],
    ['a call', '/api/site', 200],
    ['a refusal of the server', '/api/nothing', 404],
    ['the chat', '/socket.io/?EIO=4&transport=polling', 200],
    ['a refusal of nginx itself', '/metrics', 404],
  ])('tells browsers once to come by https only, in %s', async (_, path, status) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    expect(answer.headers['strict-transport-security']).toEqual(['max-age=31536000'])
  })

  it('tells it in the refusal of a body that is too large', async () => {
    const answer = await ask('/api/attachments', 'POST', { 'content-length': String(1e9) })
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([413, ['max-age=31536000']])
  })

  it.each([name, 'elsewhere.example.net', `${name}:8080`, ''])(
    'sends whoever comes by http and names “%s” to its own name, never to the one they named',
    async (host) => {
      const location = await new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: ports.http, path: '/page/bugs/list?q=a%20b', headers: { host } }
        getPlainly(options, (answer) => {
          answer.resume()
          resolve([answer.statusCode, answer.headers.location])
        }).once('error', reject)
      })
      expect(location).toEqual([301, `https://${name}/page/bugs/list?q=a%20b`])
    },
  )
})
