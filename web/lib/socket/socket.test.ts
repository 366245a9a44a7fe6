import { Manager } from 'socket.io-client'
import { expect, test } from 'vitest'
import { socketOptions } from './socket.ts'

test('the socket comes back after 1000 to 10000 ms with a random factor of 0.5, and waits 20000 ms', () => {
  const manager = new Manager('http://127.0.0.1:9', socketOptions)
  expect(manager.reconnectionDelay()).toBe(1000)
  expect(manager.reconnectionDelayMax()).toBe(10_000)
  expect(manager.randomizationFactor()).toBe(0.5)
  expect(manager.timeout()).toBe(20_000)
  expect(manager.reconnection()).toBe(true)
})

test('the socket connects at /socket.io with credentials and headers of its own', () => {
  expect(socketOptions).toMatchObject({
    path: '/socket.io',
    withCredentials: true,
    extraHeaders: { 'x-mothlight-client': 'web' },
  })
})
