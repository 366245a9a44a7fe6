import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { limitSlowReaders } from '#server/http/slow-readers.ts'
import Fastify from 'fastify'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'

let app: TestApp | undefined
afterEach(async () => {
  await app?.end()
  app = undefined
})

/** Resolves when the server closes a connection that sends only these bytes. */
async function ended(port: number, bytes: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  socket.resume()
  await once(socket, 'close')
}

describe('a client that sends slowly', () => {
  it('has a minute for the headers of a request, with the server’s own settings', async () => {
    app = await openTestApp()
    await app.http.ready()
    expect(app.http.server.headersTimeout).toBeLessThanOrEqual(60_000)
    expect(app.http.server.requestTimeout).toBeGreaterThan(0)
    expect(app.http.server.keepAliveTimeout).toBeLessThanOrEqual(72_000)
  })

  it.each(['', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'GET '])(
    'and never ends its headers (%j) is cut off',
    async (bytes) => {
      // Node checks every half minute; this server of the same kind checks more often.
      const http = Fastify({ http: { connectionsCheckingInterval: 50, headersTimeout: 200 }, requestTimeout: 60_000 })
      http.get('/', async () => 'x')
      await http.listen({ host: '127.0.0.1', port: 0 })
      const { port } = http.server.address() as { port: number }
      await ended(port, bytes)
      await http.close()
    },
  )
})

describe('a client that reads slowly', () => {
  /** Serves an answer of this kind. */
  async function serve(payload: () => unknown) {
    const http = Fastify()
    limitSlowReaders(http, 200)
    http.get('/', async (_request, reply) => reply.send(payload()))
    http.get('/large', async () => large())
    await http.listen({ host: '127.0.0.1', port: 0 })
    const sockets: Socket[] = []
    return {
      /** Requests this path and reads nothing of the answer. @returns the server's side of the connection */
      request: async (path = '/'): Promise<Socket> => {
        const accepted = once(http.server, 'connection')
        const socket = connect((http.server.address() as { port: number }).port, '127.0.0.1')
        sockets.push(socket)
        socket.on('error', () => {}).pause()
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
        return ((await accepted) as [Socket])[0]
      },
      close: async () => {
        for (const socket of sockets) socket.destroy()
        http.server.closeAllConnections()
        await http.close()
      },
    }
  }

  const large = () => 'x'.repeat(50_000_000)
  const endless = () =>
    Readable.from(
      (function* () {
        for (;;) yield 'x'.repeat(64 * 1024)
      })(),
    )

  it.each([
    ['a file that never ends', endless],
    ['a large answer', large],
  ])('%s is cut off', async (_, payload) => {
    const server = await serve(payload)
    await once(await server.request(), 'close')
    await server.close()
  })

  it('a small answer may stay for its next request', async () => {
    const server = await serve(() => 'small')
    const small = await server.request()
    // A large one that is asked for later is cut off meanwhile.
    await once(await server.request('/large'), 'close')
    expect(small.destroyed).toBe(false)
    await server.close()
  })
})
