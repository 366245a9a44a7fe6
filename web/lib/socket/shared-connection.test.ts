import { expect, test } from 'vitest'
import { sharedConnection } from './shared-connection.ts'
import type { Connection } from './socket.ts'

function fakeConnection() {
  const listeners: Array<(isConnected: boolean) => void> = []
  const calls: string[] = []
  let ask: () => Promise<unknown> = async () => undefined
  const tell = (isConnected: boolean) => {
    for (const listener of listeners) listener(isConnected)
  }
  const connection: Connection = {
    onStatus: (listener) => void listeners.push(listener),
    onPush: () => undefined,
    open: () => void calls.push('open'),
    close: () => {
      calls.push('close')
      tell(false)
    },
    send: () => Promise.reject(new Error('no')),
  }
  const connect = (beforeReturn: () => Promise<unknown>) => {
    ask = beforeReturn
    return connection
  }
  return { connect, calls, tell, beforeReturn: () => ask() }
}

test('a part that comes later is told that the connection is open already', () => {
  const { connect, calls, tell } = fakeConnection()
  const shared = sharedConnection(connect)
  const heard: string[] = []
  const first = shared.join(async () => undefined)
  first.onStatus((isConnected) => heard.push(`first ${isConnected}`))
  first.open()
  tell(true)
  const second = shared.join(async () => undefined)
  second.onStatus((isConnected) => heard.push(`second ${isConnected}`))
  second.open()
  expect(heard).toEqual(['first true', 'second true'])
  expect(calls).toEqual(['open'])
})

test('hanging up hangs up for all, and all hear when the connection is back', () => {
  const { connect, calls, tell } = fakeConnection()
  const shared = sharedConnection(connect)
  const heard: boolean[] = []
  const one = shared.join(async () => undefined)
  shared.join(async () => undefined).onStatus((isConnected) => void heard.push(isConnected))
  one.open()
  tell(true)
  one.close()
  one.open()
  tell(true)
  expect(heard).toEqual([true, false, true])
  expect(calls).toEqual(['open', 'close', 'open'])
})

test('every part is asked before the connection comes back to a server that has hung up', async () => {
  const { connect, beforeReturn } = fakeConnection()
  const shared = sharedConnection(connect)
  const asked: number[] = []
  shared.join(async () => {
    asked.push(1)
    throw new Error('no answer')
  })
  shared.join(async () => void asked.push(2))
  await beforeReturn()
  expect(asked).toEqual([1, 2])
})
