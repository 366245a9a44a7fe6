import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { limitSlowReaders } from '#server/http/slow-readers.ts'
import Fastify from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'

let app: TestApp | undefined
afterEach(async () => {
  await app?.end()
  app = undefined
})

/** Returns the milliseconds until the server closes a connection that sends only these bytes. */
async function untilEnded(port: number, bytes: string): Promise<number> {
  const began = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  socket.resume()
  await once(socket, 'close')
  return performance.now() - began
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
      expect(await untilEnded(port, bytes)).toBeLessThan(10_000)
      await http.close()
    },
  )
})

describe('a client that reads slowly', () => {
  /** Requests an answer of this kind and reads nothing. @returns whether the server closes the connection */
  async function isEnded(payload: () => unknown, milliseconds: number): Promise<boolean> {
    const http = Fastify()
    limitSlowReaders(http, 200)
    http.get('/', async (_request, reply) => reply.send(payload()))
    await http.listen({ host: '127.0.0.1', port: 0 })
    const accepted = once(http.server, 'connection')
    const socket = connect((http.server.address() as { port: number }).port, '127.0.0.1')
    socket.on('error', () => {}).pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [held] = (await accepted) as [NodeJS.EventEmitter]
    const ended = await Promise.race([
      once(held, 'close').then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false)),
    ])
    socket.destroy()
    http.server.closeAllConnections()
    await http.close()
    return ended
  }

  const endless = () =>
    Readable.from(
      (function* () {
        for (;;) yield 'x'.repeat(64 * 1024)
      })(),
    )

  it('a file that never ends is cut off', async () => {
    expect(await isEnded(endless, 20_000)).toBe(true)
  })

  it('a large answer is cut off', async () => {
    expect(await isEnded(() => 'x'.repeat(50_000_000), 20_000)).toBe(true)
  })

  it('a small answer may stay for its next request', async () => {
    expect(await isEnded(() => 'small', 700)).toBe(false)
  })
})
