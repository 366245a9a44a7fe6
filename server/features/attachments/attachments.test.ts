import { download, keptFiles, upload, uploaded } from '#testing/attachment-parts.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { listAttachments, listBugAttachments } from '#shared/attachments/contract.ts'
import { editBug, editMyBug, reportBug } from '#shared/bugs/contract.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { refuseOverQuota } from './quota.ts'

const mebibyte = 1024 * 1024

let app: TestApp
let ada: Caller & { userId: string }
let bob: Caller & { userId: string }
let png: Buffer
beforeAll(async () => {
  app = await openTestApp({ ATTACHMENT_MAX_MB: '1' })
  await app.database.pool.query(`insert into roles (name, permissions) values ('reporter', '{}')`)
  ada = await app.person(['customer'], { fullName: 'Ada' })
  bob = await app.person(['staff'], { fullName: 'Bob' })
  png = await sharp({ create: { width: 1000, height: 500, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(() => app?.end())

const refersTo = (...ids: string[]) => ids.map((id) => `![x](attachment:${id})`).join('\n')

async function aBug(description = 'd', reporter?: Caller): Promise<string> {
  const person = reporter ?? (await app.person(['customer']))
  const body = { title: 't', description, stepsToReproduce: 's' }
  await app.database.pool.query(`update bugs set created_on = now() - interval '1 hour'`)
  const answer = await person.call(reportBug, { body })
  expect(answer.status).toBe(200)
  return answer.body.result._id
}

const ofBug = async (bugId: string) =>
  (await bob.call(listBugAttachments, { params: { bugId } })).body.result.map(({ _id }) => _id)

describe('an upload', () => {
  it('is kept once under its hash, whoever sends it, and described by what it is', async () => {
    const before = await keptFiles(app)
    const [first, second] = [await upload(ada, 'shot.png', png), await upload(bob, 'same.txt', png)]
    expect(first.status).toBe(200)
    expect(first.body.result).toMatchObject({
      name: 'shot.png',
      mediaType: 'image/png',
      bytes: png.length,
      width: 1000,
      height: 500,
      uploadedBy: { _id: ada.userId, fullName: 'Ada' },
    })
    expect(second.body.result).toMatchObject({ name: 'same.txt', mediaType: 'image/png' })
    expect(second.body.result._id).not.toBe(first.body.result._id)
    const sha = createHash('sha256').update(png).digest('hex')
    const path = `${sha.slice(0, 2)}/${sha.slice(2, 4)}/${sha}`
    expect((await keptFiles(app)).filter((file) => !before.includes(file))).toEqual([path, `${path}.thumbnail.webp`])
  })

  it.each([
    ['page.png', '<html><script>alert(1)</script>'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['paper.png', '%PDF-1.7'],
    ['program.jpg', '#!/bin/sh'],
  ])('of %s is no image for its name', async (name, content) => {
    const { result } = (await upload(ada, name, content)).body
    expect(result).toMatchObject({ name, mediaType: 'application/octet-stream' })
    expect(result).not.toHaveProperty('width')
    const answer = await download(app, ada, result._id)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
    expect((await download(app, ada, result._id, '?size=thumbnail')).statusCode).toBe(404)
  })

  it('has a clean name', async () => {
    expect((await upload(ada, '../../e\u202evil\n.txt', 'x')).body.result.name).toBe('evil.txt')
  })

  it('is refused when it is empty, has no name, or is no stream of bytes', async () => {
    expect((await upload(ada, 'empty.txt', '')).status).toBe(400)
    expect((await upload(ada, ' ', 'x')).status).toBe(400)
    const send = (body: unknown, headers?: Record<string, string>) =>
      ada.send('POST', '/api/attachments?name=x', body, headers)
    expect((await send('x', { 'content-type': 'text/html' })).status).toBe(415)
    expect((await send('x', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(415)
    expect((await send({ a: 1 })).status).toBe(415)
    expect((await send('x')).status).toBe(415)
    expect((await send(undefined)).status).toBe(415)
  })

  it('is the only call that takes bytes', async () => {
    const answer = await ada.send('POST', '/api/bug/new', 'x', { 'content-type': 'application/octet-stream' })
    expect(answer.status).toBe(415)
  })

  it('takes as much as it says, and tells how much that is', async () => {
    const before = await keptFiles(app)
    const answer = await upload(ada, 'large.bin', Buffer.alloc(mebibyte + 1, 1))
    expect(answer.status).toBe(413)
    expect(answer.refusal.error).toMatchObject({ code: 'too-large', message: expect.stringContaining('1 MB') })
    expect(await keptFiles(app)).toEqual(before)
    expect((await upload(ada, 'fits.bin', Buffer.alloc(mebibyte, 1))).status).toBe(200)
    expect((await app.stranger.send('GET', '/api/site')).body).toMatchObject({
      result: { maxAttachmentBytes: mebibyte },
    })
  })

  it('is measured as it comes when it does not say how long it is', async () => {
    const before = await keptFiles(app)
    const endless = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024, 1)))
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/attachments?name=x',
      headers: { cookie: ada.cookie!, 'content-type': 'application/octet-stream' },
      payload: endless,
    })
    expect(answer.statusCode).toBe(413)
    expect(await keptFiles(app)).toEqual(before)
  })

  it('leaves other calls at their own limit', async () => {
    const body = { title: 't', description: 'x'.repeat(1_200_000), stepsToReproduce: 's' }
    expect((await ada.call(reportBug, { body })).status).toBe(413)
  })

  it('by a page of another site is refused', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await ada.send('POST', '/api/attachments?name=x', 'x', {
        'content-type': 'application/octet-stream',
        ...headers,
      })
      expect(answer.refusal.error.code).toBe('origin-refused')
    }
  })

  it('is refused while too many of the same person wait for a text', async () => {
    const person = await app.person(['customer'])
    await app.database.pool.query(
      `insert into attachments (id, uploaded_by, name, media_type, bytes, sha256, created_on)
       select lpad(to_hex(n), 24, '0'), $1, 'x', 'x', 1, repeat('a', 64), now() from generate_series(1, 99) n`,
      [person.userId],
    )
    expect((await upload(person, 'hundredth', 'x')).status).toBe(200)
    expect((await upload(person, 'one more', 'x')).status).toBe(429)
    expect((await upload(ada, 'of somebody else', 'x')).status).toBe(200)
  })

  it('is measured against what may wait by the largest file that may come', async () => {
    const person = await app.person(['customer'])
    await app.database.pool.query(
      `insert into attachments (id, uploaded_by, name, media_type, bytes, sha256, created_on)
       values ('${'d'.repeat(24)}', $1, 'x', 'x', ${500 * mebibyte}, repeat('a', 64), now())`,
      [person.userId],
    )
    const fits = (maxBytes: number) => app.inTx((tx) => refuseOverQuota(tx, person.userId, maxBytes, maxBytes))
    await expect(fits(25 * mebibyte)).rejects.toThrow('Too many of your files')
    await expect(fits(2000 * mebibyte)).resolves.toBeUndefined()
  })

  it('is refused when those that wait are too large together', async () => {
    const person = await app.person(['customer'])
    await app.database.pool.query(
      `insert into attachments (id, uploaded_by, name, media_type, bytes, sha256, created_on)
       values ('${'c'.repeat(24)}', $1, 'x', 'x', ${500 * mebibyte}, repeat('a', 64), now())`,
      [person.userId],
    )
    expect((await upload(person, 'x', 'x')).status).toBe(429)
  })
})

describe('an upload over the network', () => {
  beforeAll(() => app.http.listen({ host: '127.0.0.1', port: 0 }))
  const port = () => (app.http.server.address() as { port: number }).port
  const rows = async () => Number((await app.database.pool.query('select count(*) from attachments')).rows[0].count)

  it('that breaks off leaves nothing', async () => {
    const before = [await rows(), await keptFiles(app)]
    const socket = connect(port(), '127.0.0.1')
    socket.write(
      `POST /api/attachments?name=x HTTP/1.1\r\nHost: x\r\nCookie: ${ada.cookie}\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(50_000)}`,
    )
    await vi.waitFor(async () => expect((await keptFiles(app)).join()).toContain('incoming/'), 5000)
    socket.destroy()
    await vi.waitFor(async () => expect([await rows(), await keptFiles(app)]).toEqual(before), 5000)
  })

  it('that is too large is answered while it still comes', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        {
          port: port(),
          method: 'POST',
          path: '/api/attachments?name=x',
          headers: { cookie: ada.cookie, 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
        },
        (answer) => {
          answer.resume()
          sending.destroy()
          resolve(answer.statusCode)
        },
      )
      sending.on('error', reject)
      void (async () => {
        for (let sent = 0; sent < 20 && !sending.destroyed; sent++) {
          sending.write(Buffer.alloc(128 * 1024))
          await setTimeout(20)
        }
      })()
    })
    expect(status).toBe(413)
  })

  it('by a stranger who goes on sending is cut off', async () => {
    const socket = connect(port(), '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.write(
      'POST /api/attachments?name=x HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\n' +
        `Content-Length: 1000000\r\n\r\n${'x'.repeat(50_000)}`,
    )
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain(' 401 ')
    const going = setInterval(() => socket.write('x'), 100)
    await closed
    clearInterval(going)
  })

  it('by a stranger is refused before it comes', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        {
          port: port(),
          method: 'POST',
          path: '/api/attachments?name=x',
          headers: { 'content-type': 'application/octet-stream', 'content-length': 100_000 },
        },
        (answer) => {
          answer.resume()
          sending.destroy()
          resolve(answer.statusCode)
        },
      )
      sending.on('error', reject)
      sending.flushHeaders()
    })
    expect(status).toBe(401)
  })
})

describe('a file', () => {
  it('comes back as it went, in a way in which nothing of it can run', async () => {
    const id = await uploaded(ada, 'ein "Bild" – 🦋.png', png)
    const answer = await download(app, ada, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(png)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      vary: 'cookie',
      'content-disposition': `inline; filename="ein _Bild_ _ __.png"; filename*=UTF-8''ein%20%22Bild%22%20%E2%80%93%20%F0%9F%A6%8B.png`,
    })
  })

  it('is sent as it is, whatever packing the browser knows', async () => {
    const content = Buffer.from('moth '.repeat(2000))
    const id = await uploaded(ada, 'x.bin', content)
    const answer = await download(app, ada, id, '', { 'accept-encoding': 'gzip, br' })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers['content-length']).toBe('10000')
    expect(answer.rawPayload.equals(content)).toBe(true)
  })

  it('is not sent to who has it already', async () => {
    const id = await uploaded(ada, 'shot.png', png)
    const { etag } = (await download(app, ada, id)).headers
    const again = await download(app, ada, id, '', { 'if-none-match': `"other", W/${etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
    expect((await download(app, bob, id, '', { 'if-none-match': etag })).statusCode).toBe(404)
  })

  it('tells its length to whoever asks for that alone', async () => {
    const id = await uploaded(ada, 'x.txt', 'four')
    const head = (caller: Caller) =>
      app.http.inject({ method: 'HEAD', url: `/api/attachments/${id}`, headers: { cookie: caller.cookie ?? '' } })
    expect(await head(ada)).toMatchObject({ statusCode: 200, headers: { 'content-length': '4' }, payload: '' })
    expect((await head(bob)).statusCode).toBe(404)
    expect((await head(app.stranger)).statusCode).toBe(401)
  })

  it('that nobody uploaded, or whose content is gone, is not found', async () => {
    for (const id of ['f'.repeat(24), 'x', '..%2f..%2fetc%2fpasswd']) {
      expect((await download(app, ada, id)).statusCode).toBe(404)
    }
    const id = await uploaded(ada, 'x', 'lost content')
    await app.database.pool.query(`update attachments set sha256 = repeat('e', 64) where id = $1`, [id])
    const answer = await download(app, ada, id)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(answer.headers).not.toHaveProperty('content-disposition')
  })
})

describe('who sees an attachment', () => {
  it('that no text refers to is its uploader alone', async () => {
    const id = await uploaded(ada, 'x.png', png)
    const admin = await app.person(['admin'])
    expect((await download(app, ada, id)).statusCode).toBe(200)
    for (const other of [bob, admin]) {
      expect((await download(app, other, id)).statusCode).toBe(404)
      expect((await download(app, other, id, '?size=thumbnail')).statusCode).toBe(404)
      expect((await other.call(listAttachments, { query: { ids: id } })).body.result).toEqual([])
    }
    expect((await download(app, app.stranger, id)).statusCode).toBe(401)
    expect((await ada.call(listAttachments, { query: { ids: id } })).body.result).toMatchObject([{ _id: id }])
  })

  it('of a bug is whoever sees bugs', async () => {
    const reporter = await app.person(['reporter'])
    const id = await uploaded(reporter, 'x.png', png)
    expect((await download(app, reporter, id)).statusCode).toBe(200)
    const bugId = await aBug(refersTo(id), reporter)
    expect((await download(app, bob, id)).statusCode).toBe(200)
    expect((await download(app, bob, id, '?size=thumbnail')).statusCode).toBe(200)
    expect((await download(app, app.stranger, id)).statusCode).toBe(401)
    // They may report, and see nothing of what was reported.
    expect((await download(app, reporter, id)).statusCode).toBe(404)
    expect((await reporter.call(listAttachments, { query: { ids: id } })).body.result).toEqual([])
    expect((await reporter.call(listBugAttachments, { params: { bugId } })).status).toBe(403)
    expect(await ofBug(bugId)).toEqual([id])
  })
})

describe('the file of a comment', () => {
  const seenBy = async (person: Caller, id: string) => [
    (await download(app, person, id)).statusCode,
    (await download(app, person, id, '?size=thumbnail')).statusCode,
    (await person.call(listAttachments, { query: { ids: id } })).body.result.length,
  ]
  const commentOn = async (bugId: string, message: string, by: Caller = ada) =>
    (await by.call(addComment, { params: { bugId }, body: { message } })).body.comment.commentId

  it('is hidden with the comment, from everybody, and comes back with it', async () => {
    const [bugId, id] = [await aBug(), await uploaded(ada, 'my-passwords.png', png)]
    const commentId = await commentOn(bugId, refersTo(id))
    expect(await seenBy(bob, id)).toEqual([200, 200, 1])
    expect((await ada.call(deleteComment, { params: { bugId, commentId } })).status).toBe(200)
    for (const person of [ada, bob, await app.person(['admin'])])
      expect(await seenBy(person, id)).toEqual([404, 404, 0])
    expect(await ofBug(bugId)).toEqual([])
    await app.database.pool.query('update comments set deleted_on = null where id = $1', [commentId])
    expect(await seenBy(bob, id)).toEqual([200, 200, 1])
    expect(await ofBug(bugId)).toEqual([id])
  })

  it('stays where another text of the bug that stands refers to it', async () => {
    const [bugId, other] = [await aBug('d', ada), await aBug()]
    const [inBug, inComment, elsewhere] = [
      await uploaded(ada, 'a', png),
      await uploaded(ada, 'b', png),
      await uploaded(ada, 'c', png),
    ] as const
    const commentId = await commentOn(bugId, refersTo(inBug, inComment, elsewhere))
    const second = await commentOn(bugId, refersTo(inComment), bob)
    await commentOn(other, refersTo(elsewhere))
    const body = { title: 't', description: 'd', stepsToReproduce: refersTo(inBug) }
    expect((await ada.call(editMyBug, { params: { bugId }, body })).status).toBe(200)
    expect((await ada.call(deleteComment, { params: { bugId, commentId } })).status).toBe(200)
    expect(await seenBy(bob, inBug)).toEqual([200, 200, 1])
    expect(await seenBy(bob, inComment)).toEqual([200, 200, 1])
    expect(await seenBy(bob, elsewhere)).toEqual([404, 404, 0])
    expect(await bob.call(deleteComment, { params: { bugId, commentId: second } })).toMatchObject({ status: 200 })
    expect(await seenBy(bob, inComment)).toEqual([404, 404, 0])
  })
})

describe('a text that refers to an upload', () => {
  it('gives it to its bug: a report, an edit, a comment, an edit of that', async () => {
    const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => uploaded(ada, name, name)))
    const [a, b, c, d, e] = ids as [string, string, string, string, string]
    const bugId = await aBug(`look:\n${refersTo(a)}`, ada)
    const texts = { title: 't', description: 'd', stepsToReproduce: refersTo(b) }
    expect((await ada.call(editMyBug, { params: { bugId }, body: texts })).status).toBe(200)
    const added = await ada.call(addComment, { params: { bugId }, body: { message: `[c](attachment:${c})` } })
    const { commentId } = added.body.comment
    await ada.call(editComment, { params: { bugId, commentId }, body: { message: refersTo(c, d) } })
    expect((await ofBug(bugId)).toSorted()).toEqual([a, b, c, d].toSorted())
    const { rows } = await app.database.pool.query('select id, comment_id from attachments where id = any($1)', [ids])
    expect(new Map(rows.map((row) => [row.id, row.comment_id]))).toEqual(
      new Map([
        [a, null],
        [b, null],
        [c, commentId],
        [d, commentId],
        [e, null],
      ]),
    )
  })

  it('takes no upload of somebody else, and none that belongs to a bug', async () => {
    const [theirs, used] = [await uploaded(bob, 'x', 'x'), await uploaded(ada, 'y', 'y')]
    const first = await aBug(refersTo(used), ada)
    const second = await aBug(refersTo(theirs, used, 'f'.repeat(24)), ada)
    expect(await ofBug(second)).toEqual([])
    expect(await ofBug(first)).toEqual([used])
    expect((await download(app, ada, theirs)).statusCode).toBe(404)
  })

  it('of one bug edited by another person takes that person’s uploads', async () => {
    const bugId = await aBug('d', ada)
    const [hers, his] = [await uploaded(ada, 'x', 'x'), await uploaded(bob, 'x', 'x')]
    const body = { title: 't', description: refersTo(hers, his), stepsToReproduce: 's' }
    expect((await bob.call(editBug, { params: { bugId }, body })).status).toBe(200)
    expect(await ofBug(bugId)).toEqual([his])
  })

  it('keeps it when the text loses it: the history still refers to it', async () => {
    const id = await uploaded(ada, 'x', 'x')
    const bugId = await aBug(refersTo(id), ada)
    const body = { title: 't', description: 'gone', stepsToReproduce: 's' }
    expect((await ada.call(editMyBug, { params: { bugId }, body })).status).toBe(200)
    expect(await ofBug(bugId)).toEqual([id])
  })
})

describe('a list of attachments', () => {
  it('has at most fifty, by well-formed ids', async () => {
    const id = 'a'.repeat(24)
    const ask = async (ids: string) => (await ada.call(listAttachments, { query: { ids } })).status
    expect(await ask(Array.from({ length: 50 }, () => id).join(','))).toBe(200)
    for (const ids of ['', 'x', `${id},`, id.toUpperCase(), Array.from({ length: 51 }, () => id).join(',')]) {
      expect(await ask(ids), ids).toBe(400)
    }
  })

  it('of a bug has the latest two hundred, oldest first', async () => {
    const bugId = await aBug()
    await app.database.pool.query(
      `insert into attachments (id, bug_id, uploaded_by, name, media_type, bytes, sha256, created_on)
       select 'e' || lpad(to_hex(n), 23, '0'), $1, $2, n, 'x', 1, repeat('a', 64), to_timestamp(n)
       from generate_series(1, 203) n`,
      [bugId, ada.userId],
    )
    const { result } = (await bob.call(listBugAttachments, { params: { bugId } })).body
    expect(result.map(({ name }) => Number(name))).toEqual(Array.from({ length: 200 }, (_, n) => n + 4))
  })

  it('of an unknown bug is not found', async () => {
    expect((await bob.call(listBugAttachments, { params: { bugId: 'f'.repeat(24) } })).status).toBe(404)
  })
})
