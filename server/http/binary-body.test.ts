import Fastify from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { extendBodyTimeout, setBodyTimeout, slowestUploadSeconds } from './binary-body.ts'

/** Serves uploads and other requests, with a fifth of a second for a body that may not be large. */
async function serve() {
  const http = Fastify()
  setBodyTimeout(http, { bodySeconds: 0.2, restSeconds: 0.2 })
  http.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.url === '/upload') extendBodyTimeout(request.raw)
    done(null, payload)
  })
  http.post('/slow', () => new Promise(() => {}))
  http.post('/upload', () => new Promise(() => {}))
  http.post('/refused', async (_request, reply) => reply.code(401).send('no'))
  // Answers before Fastify does, as sockets do.
  const others = http.server.listeners('request')
  http.server.removeAllListeners('request').on('request', (request, reply) => {
    if (request.url !== '/socket') others.forEach((answer) => answer(request, reply))
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as { port: number }
  return {
    close: async () => {
      http.server.closeAllConnections()
      await http.close()
    },
    /** Sends the start of a body that never ends. */
    begin: (path: string) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('error', () => {}).on('data', (piece) => (answer += piece.toString()))
      const type = 'Content-Type: application/octet-stream'
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 100000\r\n\r\nx`)
      const sending = setInterval(() => socket.write('x'), 20)
      // Not by `once`, which fails when the end comes as a reset.
      const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      void ended.then(() => clearInterval(sending))
      return { socket, ended, answer: () => answer }
    },
  }
}

let server: Awaited<ReturnType<typeof serve>>
beforeEach(async () => {
  server = await serve()
})
afterEach(() => server.close())

it.each(['/slow', '/socket', '/nowhere'])('a body to %s that comes in too slowly is cut off', async (path) => {
  await server.begin(path).ended
})

it('a body that may be large has longer', async () => {
  const upload = server.begin('/upload')
  await once(upload.socket, 'connect')
  // One that may not be, and that begins later, ends before it.
  await server.begin('/slow').ended
  expect(upload.socket.closed).toBe(false)
  upload.socket.destroy()
  await upload.ended
})

it('a body that is refused has a moment to be told so, and then ends', async () => {
  const refused = server.begin('/refused')
  await refused.ended
  expect(refused.answer()).toContain(' 401 ')
})

it('an upload may take a quarter of an hour, or as long as the largest file needs', () => {
  expect(slowestUploadSeconds(25 * 1024 * 1024)).toBe(900)
  expect(slowestUploadSeconds(2000 * 1024 * 1024)).toBe(20_972)
})
