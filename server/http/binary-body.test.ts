import Fastify from 'fastify'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { extendBodyTimeout, setBodyTimeout, slowestUploadSeconds } from './binary-body.ts'

/**
 * Sends the start of a body that never ends. @returns whether it is still accepted after so many milliseconds, and the
 * answer
 */
async function beginBody(path: string, milliseconds: number) {
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
  const socket = connect((http.server.address() as { port: number }).port, '127.0.0.1')
  let answer = ''
  socket.on('error', () => {}).on('data', (piece) => (answer += piece.toString()))
  const type = 'Content-Type: application/octet-stream'
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 100000\r\n\r\nx`)
  const sending = setInterval(() => socket.write('x'), 20)
  const isOpen = await Promise.race([
    new Promise((resolve) => socket.once('close', () => resolve(false))),
    new Promise((resolve) => setTimeout(resolve, milliseconds, true)),
  ])
  clearInterval(sending)
  socket.destroy()
  http.server.closeAllConnections()
  await http.close()
  return { isOpen, answer }
}

it.each(['/slow', '/socket', '/nowhere'])('a body to %s that comes in too slowly is cut off', async (path) => {
  expect((await beginBody(path, 10_000)).isOpen).toBe(false)
})

it('a body that may be large has longer', async () => {
  expect((await beginBody('/upload', 700)).isOpen).toBe(true)
})

it('a body that is refused has a moment to be told so, and then ends', async () => {
  const { isOpen, answer } = await beginBody('/refused', 10_000)
  expect(isOpen).toBe(false)
  expect(answer).toContain(' 401 ')
})

it('an upload may take a quarter of an hour, or as long as the largest file needs', () => {
  expect(slowestUploadSeconds(25 * 1024 * 1024)).toBe(900)
  expect(slowestUploadSeconds(2000 * 1024 * 1024)).toBe(20_972)
})
