import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { outsideRequests } from '#server/config/request-context.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer } from './http-server.ts'
import { newRequestId } from './request-id.ts'

const ownId = /^[0-9a-hjkmnp-tv-z]{12}$/

describe('request ids', () => {
  let app: TestApp
  let proxied: TestApp

  beforeAll(async () => {
    app = await openTestApp()
    proxied = await openTestApp({ TRUST_PROXY: '10.0.0.0/8' })
  })
  afterAll(() => Promise.all([app.end(), proxied.end()]))

  it('are short, and no two are the same', () => {
    const ids = Array.from({ length: 10_000 }, newRequestId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(ownId)
  })

  it.each([
    ['GET', '/api/site', 200],
    ['GET', '/healthz', 200],
    ['GET', '/api/bug/list', 401],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/user/login', 400],
  ])('stand on the answer to %s %s', async (method, url, status) => {
    const answer = await app.stranger.send(method, url, method === 'POST' ? {} : undefined)
    expect(answer.status).toBe(status)
    expect(answer.headers['x-request-id']).toMatch(ownId)
    if (status >= 400) expect(answer.refusal.error.requestId).toBe(answer.headers['x-request-id'])
  })

  const given = '7f6c1d0a8b9e4f3a'
  const idFrom = async (to: TestApp, remoteAddress: string, id: string) =>
    (await to.http.inject({ url: '/healthz', remoteAddress, headers: { 'x-request-id': id } })).headers['x-request-id']

  it('of a proxy are taken over from TRUST_PROXY alone', async () => {
    expect(await idFrom(proxied, '10.1.2.3', given)).toBe(given)
    expect(await idFrom(proxied, '192.0.2.1', given)).toMatch(ownId)
    expect(await idFrom(app, '127.0.0.1', given)).toMatch(ownId)
    expect(await idFrom(app, '10.1.2.3', given)).toMatch(ownId)
  })

  it.each([['short'], ['x'.repeat(65)], ['with space 123'], ['"quoted"-and-long'], ['{json:1,2,3}'], ['abc%0adef12']])(
    'that are no plain word are replaced: %s',
    async (id) => expect(await idFrom(proxied, '10.1.2.3', id)).toMatch(ownId),
  )
})

describe('the log', () => {
  it('names the request on every line that is written on the way, and on no other', async () => {
    const lines: { msg: string; requestId?: string }[] = []
    const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
    const { http } = await openHttpServer(readConfig({ LOG_LEVEL: 'info' }), log)
    http.post<{ Body: { name: string } }>('/work', async ({ body: { name } }) => {
      log.info(`${name} begins`)
      await setImmediate()
      log.info(`${name} goes on`)
      outsideRequests(() => log.info(`for all, by ${name}`))
      if (name === 'c') throw new Error('a defect')
      return {}
    })
    const names = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(
      names.map((name) => http.inject({ method: 'POST', url: '/work', payload: { name } })),
    )
    log.info('later')
    const said = (msg: string) => lines.filter((line) => line.msg === msg)
    for (const [index, name] of names.entries()) {
      const requestId = answers[index]?.headers['x-request-id']
      expect(said(`${name} begins`)).toEqual([expect.objectContaining({ requestId })])
      expect(said(`${name} goes on`)).toEqual([expect.objectContaining({ requestId })])
      expect(said(`for all, by ${name}`)[0]).not.toHaveProperty('requestId')
    }
    const [failure, ...more] = said('a request failed')
    expect(more).toEqual([])
    expect(failure).toMatchObject({
      requestId: answers[2]?.json<{ error: { requestId: string } }>().error.requestId,
      err: { message: 'a defect', stack: expect.stringContaining('request-id.test.ts') },
    })
    expect(said('later')[0]).not.toHaveProperty('requestId')
    await http.close()
  })
})
