import { AppError } from '#server/http/app-error.ts'
import type { Logger } from '#server/config/log.ts'
import { ConnectionLimit } from '#server/realtime/connection-limit.ts'
import { programs } from '#testing/debian-programs.ts'
import { freePort, redisPassword, type RedisProcess, startRedis } from '#testing/redis-process.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Breaker } from './breaker.ts'
import { nodeFact, nodeMessage } from './declare.ts'
import { Nodes } from './nodes.ts'
import { redisLink } from './redis-link.ts'

const here = nodeFact('here', z.string())
const list = nodeFact('list', z.array(z.string()))
const greeting = nodeMessage('greeting', z.object({ text: z.string() }))

const { paths, missing } = await programs({ 'redis-server': 'redis-server' })

describe('a service without an answer', () => {
  it('is waited for once, and then left alone for a while', async () => {
    const breaker = new Breaker(600_000)
    const ask = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
    await expect(breaker.run(ask)).rejects.toThrow('no answer within')
    for (let n = 0; n < 3; n++) await expect(breaker.run(ask)).rejects.toThrow('no answer a moment ago')
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('a node without others', () => {
  it('shares nothing, hears nothing, and counts by itself', async () => {
    const nodes = new Nodes()
    nodes.start()
    nodes.share(here, 'door', 'me')
    nodes.say(greeting, { text: 'hello' })
    expect(nodes.others(here, 'door')).toEqual([])
    expect(nodes.isReached).toBeUndefined()
    const limit = nodes.limit('knocks', 1, 60)
    await limit('door', () => 'wait')
    await expect(limit('door', () => 'wait')).rejects.toThrow('wait')
    await nodes.stop()
  })
})

describe.skipIf(missing !== undefined)(`nodes on one Redis${missing ? ` (${missing})` : ''}`, () => {
  let redis: RedisProcess
  beforeAll(async () => {
    redis = await startRedis(paths['redis-server'])
  }, 240_000)
  afterAll(() => redis?.end())

  const open: Nodes[] = []
  afterEach(async () => {
    for (const nodes of open.splice(0)) await nodes.stop()
  })

  const times = { beat: 200, silence: 1_000 }
  /** The log lines, as text. */
  const logged: string[] = []
  const note = (...parts: unknown[]) => void logged.push(JSON.stringify(parts))
  const log = { warn: note, info: note } as unknown as Logger

  async function node(prefix: string, url = redis.url, own = times): Promise<Nodes> {
    const nodes = new Nodes(await redisLink(url, prefix, log, 1_500), own)
    open.push(nodes)
    nodes.start()
    return nodes
  }
  const prefix = () => `test:${randomUUID()}`
  const eventually = (check: () => void) => vi.waitFor(check, { interval: 20 })

  it('know what another one shares, until it is changed, taken back, or the other one ends', async () => {
    const name = prefix()
    // Silence alone would tell of the end much later than this test waits.
    const patient = { ...times, silence: 600_000 }
    const [one, other] = [await node(name, redis.url, patient), await node(name, redis.url, patient)]
    const heard: string[] = []
    other.watch(here, (keys) => heard.push(...keys))
    one.share(here, 'door', 'Ada')
    await eventually(() => expect(other.others(here, 'door')).toEqual(['Ada']))
    expect(heard).toEqual(['door'])
    expect(one.others(here, 'door')).toEqual([])
    one.share(here, 'door', 'Grace')
    await eventually(() => expect(other.others(here, 'door')).toEqual(['Grace']))
    one.share(here, 'door', undefined)
    await eventually(() => expect(other.others(here, 'door')).toEqual([]))
    one.share(here, 'window', 'Ada')
    await eventually(() => expect(other.others(here, 'window')).toEqual(['Ada']))
    expect(other.count).toBe(2)
    await one.stop()
    await eventually(() => expect(other.others(here, 'window')).toEqual([]))
    expect(heard.at(-1)).toBe('window')
    expect(other.count).toBe(1)
  })

  it('that come later know what was shared before', async () => {
    const name = prefix()
    const one = await node(name)
    one.share(here, 'door', 'Ada')
    one.share(list, 'door', ['Ada', 'Grace'])
    const other = await node(name)
    await eventually(() => expect(other.others(here, 'door')).toEqual(['Ada']))
    expect(other.others(list, 'door')).toEqual([['Ada', 'Grace']])
  })

  it('hear what the others say, in their form alone, and not those of another installation', async () => {
    const name = prefix()
    const [one, other, stranger] = [await node(name), await node(name), await node(prefix())]
    const heard: string[] = []
    for (const [who, nodes] of Object.entries({ one, other, stranger })) {
      nodes.hear(greeting, ({ text }) => heard.push(`${who}: ${text}`))
    }
    await eventually(() => expect(one.count).toBe(2))
    one.say(nodeMessage('greeting', z.unknown()), { text: 7 })
    one.say(greeting, { text: 'hello' })
    await eventually(() => expect(heard).toEqual(['other: hello']))
    expect(stranger.count).toBe(1)
  })

  it('forget a node that falls silent, and know it again when it speaks', async () => {
    const name = prefix()
    const other = await node(name)
    const link = await redisLink(redis.url, name, log)
    const self = randomUUID()
    const fact = ['here', 'door', 'Ada']
    link.publish(JSON.stringify({ kind: 'state', from: self, seq: 4, facts: [fact] }))
    await eventually(() => expect(other.others(here, 'door')).toEqual(['Ada']))
    await eventually(() => expect(other.others(here, 'door')).toEqual([]))
    let wasAsked = false
    link.open(
      (text) => (wasAsked ||= text.includes('"ask"') && text.includes(self)),
      () => {},
    )
    await eventually(() => {
      link.publish(JSON.stringify({ kind: 'beat', from: self, seq: 4 }))
      expect(wasAsked).toBe(true)
    })
    await link.close()
  })

  it('ask again when they have missed something', async () => {
    const name = prefix()
    const other = await node(name)
    const link = await redisLink(redis.url, name, log)
    const asked: string[] = []
    const self = randomUUID()
    await new Promise<void>((ready) => link.open((text) => asked.push(text), ready))
    link.publish(JSON.stringify({ kind: 'state', from: self, seq: 1, facts: [] }))
    link.publish(JSON.stringify({ kind: 'change', from: self, seq: 3, facts: [['here', 'door', 'Ada']] }))
    await eventually(() => expect(asked.some((text) => text.includes(`"to":"${self}"`))).toBe(true))
    expect(other.others(here, 'door')).toEqual([])
    await link.close()
  })

  it('count limits together', async () => {
    const name = prefix()
    const limits = [await node(name), await node(name)].map((nodes) => nodes.limit('knocks', 4, 60))
    for (const limit of [...limits, ...limits]) await limit('door', () => 'wait')
    for (const limit of limits)
      await expect(limit('door', (seconds) => `wait ${seconds}`)).rejects.toThrow(/^wait \d+$/)
    await limits[0]?.('window', () => 'wait')
  })

  it('count the connections of a network together', async () => {
    const name = prefix()
    const [one, other] = [new ConnectionLimit(2, await node(name)), new ConnectionLimit(2, await node(name))]
    one.enter('10.0.0.1')
    other.enter('10.0.0.1')
    await eventually(() => expect([one.isReached('10.0.0.1'), other.isReached('10.0.0.1')]).toEqual([true, true]))
    expect(one.isReached('10.0.0.2')).toBe(false)
    other.leave('10.0.0.1')
    await eventually(() => expect(one.isReached('10.0.0.1')).toBe(false))
  })

  it('are alone while Redis is gone, say so once without a secret, and find one another when it is back', async () => {
    logged.length = 0
    const own = await startRedis(paths['redis-server'])
    const name = prefix()
    const [one, other] = [await node(name, own.url), await node(name, own.url)]
    one.share(here, 'door', 'Ada')
    await eventually(() => expect(other.others(here, 'door')).toEqual(['Ada']))
    await own.end()
    await eventually(() => expect([one.isReached, other.isReached]).toEqual([false, false]))
    await eventually(() => expect(other.others(here, 'door')).toEqual([]))
    const limit = one.limit('knocks', 1, 60)
    await limit('door', () => 'wait')
    await expect(limit('door', () => 'wait')).rejects.toBeInstanceOf(AppError)
    one.share(here, 'window', 'Grace')
    const again = await startRedis(paths['redis-server'], own.port)
    await eventually(() => expect(other.others(here, 'window')).toEqual(['Grace']))
    expect(other.others(here, 'door')).toEqual(['Ada'])
    await eventually(() => expect([one.isReached, other.isReached]).toEqual([true, true]))
    expect(logged.filter((line) => line.includes('can’t be reached'))).toHaveLength(2)
    expect(logged.filter((line) => line.includes('Redis is back'))).toHaveLength(2)
    expect(logged.join()).not.toContain(redisPassword)
    expect(logged.join()).not.toContain(encodeURIComponent(redisPassword))
    for (const nodes of open.splice(0)) await nodes.stop()
    await again.end()
  })

  it('notice a Redis that does not answer any more, and do without it', async () => {
    const own = await startRedis(paths['redis-server'])
    const one = await node(prefix(), own.url)
    await eventually(() => expect(one.isReached).toBe(true))
    process.kill(own.pid, 'SIGSTOP')
    const limit = one.limit('knocks', 1000, 60)
    for (let n = 0; n < 100; n++) await limit('door', () => 'wait')
    await eventually(() => expect(one.isReached).toBe(false))
    process.kill(own.pid, 'SIGCONT')
    await eventually(() => expect(one.isReached).toBe(true))
    for (const nodes of open.splice(0)) await nodes.stop()
    await own.end()
  })

  it('start without a Redis that is not there yet, and are refused by one with another password', async () => {
    const port = await freePort()
    const one = await node(prefix(), `redis://:${encodeURIComponent(redisPassword)}@127.0.0.1:${port}`)
    expect(one.isReached).toBe(false)
    const later = await startRedis(paths['redis-server'], port)
    await eventually(() => expect(one.isReached).toBe(true))
    await one.stop()
    open.length = 0
    await later.end()
    for (const url of [`redis://:wrong@127.0.0.1:${redis.port}`, `redis://127.0.0.1:${redis.port}`]) {
      await expect(redisLink(url, prefix(), log)).rejects.toThrow(
        /^Redis refuses what REDIS_URL says: (WRONGPASS|NOAUTH)/,
      )
    }
  })
})
