import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { openHttpServer } from '#server/http/http-server.ts'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Nodes } from './nodes/nodes.ts'
import { openSocketServer, type SocketServer } from './socket-server.ts'

let http: FastifyInstance
let sockets: SocketServer
let client: Socket | undefined
beforeEach(async () => {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const log = openLog(config.logLevel)
  const served = await openHttpServer(config, log)
  http = served.http
  sockets = openSocketServer(served, config, log, async () => null, new Nodes())
  await http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  client?.disconnect()
  await sockets.close()
  await http.close()
})

it.each(['websocket', 'polling'] as const)('keeps of the first request what counts (%s)', async (transport) => {
  const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  const opening = (client = io(origin, {
    transports: [transport],
    forceNew: true,
    extraHeaders: { cookie: 'mothlight_session=abc', 'user-agent': 'a test' },
  }))
  await new Promise<void>((resolve, reject) => {
    opening.once('connect', resolve)
    opening.once('connect_error', reject)
  })
  const [socket] = sockets.io.of('/').sockets.values()
  expect(socket?.data.handshake).toMatchObject({ sessionToken: 'abc', userAgent: 'a test', address: '127.0.0.1' })
  expect(socket?.request).toBeNull()
})
