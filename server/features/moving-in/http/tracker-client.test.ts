import { startTracker, type TrackerAnswer, type TrackerRequest, type TrackerServer } from '#testing/tracker-server.ts'
import { afterEach, describe, expect, it, test } from 'vitest'
import { isLocalHost } from './local-host.ts'
import { trackerClient } from './tracker-client.ts'

const started: TrackerServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.close()
})

async function start(answer: (request: TrackerRequest) => TrackerAnswer | undefined): Promise<TrackerServer> {
  const server = await startTracker(answer)
  started.push(server)
  return server
}

const clientOf = ({ url }: TrackerServer) =>
  trackerClient({ base: new URL(url), credentials: {}, onWait: () => undefined, shortestWait: 1 })

describe('which addresses are opened', () => {
  it('are those of the tracker, whatever it names', async () => {
    const elsewhere = await start(() => ({ bytes: Buffer.from('inside') }))
    const tracker = await start(({ path }) =>
      path === '/moved' ? { status: 302, headers: { location: `${elsewhere.url}/file` } } : { json: {} },
    )
    const client = clientOf(tracker)
    await expect(client.download(`${elsewhere.url}/file`)).rejects.toThrow('is not the tracker’s own')
    await expect(client.get(`${elsewhere.url}/issues?page=2`)).rejects.toThrow('is not the tracker’s own')
    await expect(client.download(`${tracker.url}/moved`)).rejects.toThrow('without encryption')
    expect(elsewhere.requests).toEqual([])
  })

  test.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['[::1]', true],
    ['[fd00::1]', true],
    ['[fe80::1]', true],
    ['[::ffff:7f00:1]', true],
    ['[64:ff9b::7f00:1]', true],
    ['172.32.0.1', false],
    ['93.184.215.14', false],
    ['[2606:2800:21f::1]', false],
  ])('%s is local: %s', async (host, isLocal) => expect(await isLocalHost(host)).toBe(isLocal))
})

describe('a tracker that refuses because there were too many requests', () => {
  it('is asked a limited number of times, though it asks for no wait', async () => {
    const tracker = await start(() => ({ status: 429, headers: { 'retry-after': '0' } }))
    await expect(clientOf(tracker).get(`${tracker.url}/issues`)).rejects.toThrow('again and again')
    expect(tracker.requests).toHaveLength(20)
  })

  it.each([
    ['after the last request', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' }, 200],
    ['by refusing one', { 'retry-after': '9999999' }, 429],
  ])('is not waited for longer than a while: %s', async (_, headers, status) => {
    const tracker = await start(() => ({ status, headers, json: {} }))
    const client = clientOf(tracker)
    const twice = async () => [await client.get(`${tracker.url}/1`), await client.get(`${tracker.url}/2`)]
    await expect(twice()).rejects.toThrow(/asks to wait \d+ minutes/)
    expect(tracker.requests).toHaveLength(1)
  })
})
