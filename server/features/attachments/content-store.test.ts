import { ConfigError, type S3Settings } from '#server/config/config.ts'
import { startTestS3 } from '#testing/test-s3.ts'
import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentKey, contentKey, type ContentStore, keyOf, pathOf, thumbnailKey } from './content-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

interface ScriptedAnswer {
  readonly status: number
  readonly body: string
}

/** Starts a server that gives these answers in their order. */
async function startAnswers(answers: readonly ScriptedAnswer[]) {
  const requests: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, reply) => {
    const { status, body } = answers[requests.length] ?? { status: 500, body: '' }
    requests.push({ method: request.method, url: request.url, headers: request.headers })
    reply.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

let scratch: string
let s3: Awaited<ReturnType<typeof startTestS3>>
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'mothlight-store-'))
  s3 = await startTestS3()
})
afterAll(async () => {
  await s3?.stop()
  await rm(scratch, { recursive: true, force: true })
})

const stores: readonly [string, () => ContentStore][] = [
  ['folder', () => folderStore(join(scratch, 'kept'))],
  ['bucket', () => s3Store(s3.settings)],
]

describe.each(stores)('a %s', (_name, open) => {
  let store: ContentStore
  beforeAll(async () => {
    store = open()
    await store.check()
  })

  let files = 0
  async function put(content: Buffer, key = keyFor(content)): Promise<ContentKey> {
    const path = join(scratch, `incoming-${++files}`)
    await writeFile(path, content)
    await store.put(key, path)
    return key
  }
  const keyFor = (content: Buffer) => contentKey(createHash('sha256').update(content).digest('hex'))
  async function read(key: ContentKey) {
    const opened = await store.open(key)
    return opened && { bytes: opened.bytes, content: await buffer(opened.content) }
  }
  async function listed(): Promise<ContentKey[]> {
    const keys: ContentKey[] = []
    for await (const { key } of store.list()) keys.push(key)
    return keys
  }

  it('gives back what it was given, and takes the file away', async () => {
    const content = randomBytes(300_000)
    const key = await put(content)
    const found = await read(key)
    expect(found?.bytes).toBe(content.length)
    expect(found?.content.equals(content)).toBe(true)
    expect((await readdir(scratch)).filter((name) => name.startsWith('incoming'))).toEqual([])
  })

  it('keeps the same content once, and takes it again', async () => {
    const content = randomBytes(100)
    const key = await put(content)
    expect(await put(content)).toBe(key)
    expect((await listed()).filter((name) => name === key)).toHaveLength(1)
    expect((await read(key))?.content.equals(content)).toBe(true)
  })

  it('keeps a thumbnail beside its content', async () => {
    const content = randomBytes(100)
    const sha = await put(content)
    await put(Buffer.from('small'), thumbnailKey(sha))
    expect((await read(thumbnailKey(sha)))?.content.toString()).toBe('small')
    expect((await read(sha))?.content.equals(content)).toBe(true)
  })

  it('has nothing that was removed or never there, and removes it without complaint', async () => {
    const key = await put(randomBytes(10))
    await store.remove(key)
    await store.remove(key)
    expect(await store.open(key)).toBeUndefined()
    expect(await store.open(contentKey('0'.repeat(64)))).toBeUndefined()
    expect(await listed()).not.toContain(key)
  })

  it('knows whose files it keeps, and does not take that for a file', async () => {
    const before = await listed()
    expect(await store.owners()).toEqual([])
    for (const id of ['first', 'second', 'first']) await store.addOwner(id)
    expect([...(await store.owners())].toSorted()).toEqual(['first', 'second'])
    expect(await listed()).toEqual(before)
  })

  it('lists everything with the moment it came', async () => {
    const before = Date.now() - 5000
    const keys = await Promise.all(Array.from({ length: 12 }, () => put(randomBytes(10))))
    expect(await listed()).toEqual(expect.arrayContaining(keys))
    for await (const { keptOn } of store.list()) expect(keptOn.getTime()).toBeGreaterThan(before)
  })
})

describe('a bucket', () => {
  const faultOf = async (wrong: Partial<S3Settings>) => {
    const checked = s3Store({ ...s3.settings, ...wrong }).check()
    const failure = await checked.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(ConfigError)
    return (failure as Error).message
  }

  it.each([
    ['S3_BUCKET', { bucket: 'another' }],
    ['S3_ACCESS_KEY_ID', { accessKeyId: 'nobody' }],
    ['S3_ENDPOINT', { endpoint: 'http://127.0.0.1:1' }],
  ])('that can’t be used is told by a sentence that names %s', async (name, wrong) => {
    expect(await faultOf(wrong)).toMatch(new RegExp(`^${name} [^\n]+\\.$`))
  })

  // The server above checks no signatures, and returns no second page with today's OpenSSL.
  it('is told by a sentence without the secret when that is wrong', async () => {
    const answers = await startAnswers([{ status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }])
    const secretAccessKey = 'hush-hush'
    const fault = await faultOf({ endpoint: answers.endpoint, secretAccessKey })
    expect(fault).toBe('S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.')
    expect(JSON.stringify(answers.requests)).not.toContain('hush-hush')
    await answers.stop()
  })

  it('is listed page by page', async () => {
    const page = (start: string, token: string) => ({
      status: 200,
      body: `<ListBucketResult><Contents><Key>attachments/${pathOf(contentKey(start.repeat(64)))}</Key>
        <LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>
        <Contents><Key>attachments/not/ours</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>
        ${token && `<NextContinuationToken>${token}</NextContinuationToken>`}</ListBucketResult>`,
    })
    const answers = await startAnswers([page('a', '1/x+&amp;='), page('b', '')])
    const found = []
    for await (const entry of s3Store({ ...s3.settings, endpoint: answers.endpoint }).list()) found.push(entry)
    const keptOn = new Date('2026-01-02T03:04:05Z')
    expect(found).toEqual([
      { key: 'a'.repeat(64), keptOn },
      { key: 'b'.repeat(64), keptOn },
    ])
    expect(
      answers.requests.map(({ url }) => new URL(url ?? '', 'http://x').searchParams.get('continuation-token')),
    ).toEqual([null, '1/x+&='])
    await answers.stop()
  })

  it('that stumbles is asked again', async () => {
    const answers = await startAnswers([
      { status: 503, body: '' },
      { status: 200, body: 'x' },
    ])
    expect(await s3Store({ ...s3.settings, endpoint: answers.endpoint }).open(contentKey('a'.repeat(64)))).toBeDefined()
    expect(answers.requests).toHaveLength(2)
    await answers.stop()
  })

  it('that stumbles over a deletion is not asked again, nor waited for: somebody may store the content anew', async () => {
    const answers = await startAnswers([
      { status: 503, body: '' },
      { status: 204, body: '' },
    ])
    const key = contentKey('a'.repeat(64))
    await expect(s3Store({ ...s3.settings, endpoint: answers.endpoint }).remove(key)).rejects.toThrow('503')
    expect(answers.requests).toHaveLength(1)
    await answers.stop()

    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(silent.address() as { port: number }).port}`
    await expect(s3Store({ ...s3.settings, endpoint }, 100).remove(key)).rejects.toThrow('did not answer to DELETE')
    silent.closeAllConnections()
    silent.close()
  })

  it('is sent content also when it may have it: it may be about to lose it', async () => {
    const answers = await startAnswers([{ status: 200, body: '' }])
    const path = join(scratch, 'again')
    await writeFile(path, 'x')
    await s3Store({ ...s3.settings, endpoint: answers.endpoint }).put(contentKey('a'.repeat(64)), path)
    expect(answers.requests.map(({ method }) => method)).toEqual(['PUT'])
    await answers.stop()
  })
})

describe('a folder', () => {
  it('that can’t be written is told by a sentence that names DATA_DIR', async () => {
    const file = join(scratch, 'a file')
    await writeFile(file, '')
    await expect(folderStore(join(file, 'attachments')).check()).rejects.toThrow(/set DATA_DIR/)
  })

  it('may hold what is not its own, and leaves that out', async () => {
    const folder = join(scratch, 'shared')
    const store = folderStore(folder)
    await store.check()
    await writeFile(join(folder, 'note.txt'), 'x')
    for await (const found of store.list()) expect(found).toBeUndefined()
  })
})

it('a path is a key only where that key is kept', () => {
  const key = contentKey('ab'.repeat(32))
  expect(keyOf(pathOf(key))).toBe(key)
  expect(keyOf(pathOf(thumbnailKey(key)))).toBe(thumbnailKey(key))
  for (const path of [key, `cd/ab/${key}`, `ab/ab/../${key}`, `ab/ab/${key}.exe`, `ab/ab/${key.toUpperCase()}`, ''])
    expect(keyOf(path), path).toBeUndefined()
})
