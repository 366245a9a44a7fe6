import { download, keptFiles, upload, uploaded } from '#testing/attachment-parts.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { s3Environment, startTestS3 } from '#testing/test-s3.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import { openLog } from '#server/config/log.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentKey, sha256Of, thumbnailKey } from './content-store.ts'
import { type AttachmentStore, openAttachmentStore } from './open-attachment-store.ts'
import { deleteCutOff, deleteLeftovers, deleteUnused, longestUnused } from './orphans.ts'

const s3 = await startTestS3()
afterAll(() => s3.stop())

const later = () => Date.now() + longestUnused + 60_000

describe.each([
  ['a folder', {}],
  ['a bucket', s3Environment(s3.settings)],
])('files in %s', (_name, settings) => {
  let app: TestApp
  let attachments: AttachmentStore
  let person: Caller
  beforeAll(async () => {
    app = await openTestApp(settings)
    attachments = openAttachmentStore(app.config, openLog('silent'))
    person = await app.person(['customer'])
  })
  afterAll(() => app?.end())

  const bytes = () => randomBytes(500)
  const rows = async (id: string) =>
    (await app.database.pool.query('select sha256 from attachments where id = $1', [id])).rows as { sha256: string }[]
  const shaOf = async (id: string) => (await rows(id))[0]?.sha256 ?? ''
  const isKept = async (sha: string) => {
    const found = await attachments.store.open(contentKey(sha))
    found?.content.destroy()
    return found !== undefined
  }
  async function used(content: Buffer): Promise<string> {
    const reporter = await app.person(['customer'])
    const id = await uploaded(reporter, 'x', content)
    const body = { title: 't', description: `[x](attachment:${id})`, stepsToReproduce: 's' }
    expect((await reporter.call(reportBug, { body })).status).toBe(200)
    return id
  }

  it('go up and come down', async () => {
    const image = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'olive' } })
      .png()
      .toBuffer()
    const id = await uploaded(person, 'x.png', image)
    expect((await download(app, person, id)).rawPayload.equals(image)).toBe(true)
    expect((await download(app, person, id, '?size=thumbnail')).headers['content-type']).toBe('image/webp')
  })

  it('that no text used for a day are deleted with their content; no sooner', async () => {
    const id = await uploaded(person, 'x', bytes())
    const sha = await shaOf(id)
    await deleteUnused(app.inTx, attachments)
    expect(await rows(id)).toHaveLength(1)
    await deleteUnused(app.inTx, attachments, later())
    expect(await rows(id)).toHaveLength(0)
    expect(await isKept(sha)).toBe(false)
    expect((await download(app, person, id)).statusCode).toBe(404)
  })

  it('of a bug stay, also where another upload had the same content', async () => {
    const content = bytes()
    const [unused, kept] = [await uploaded(person, 'x', content), await used(content)]
    await deleteUnused(app.inTx, attachments, later())
    await deleteLeftovers(app.inTx, attachments, later())
    expect(await rows(unused)).toHaveLength(0)
    expect(await rows(kept)).toHaveLength(1)
    expect(await isKept(await shaOf(kept))).toBe(true)
  })

  it('that nothing refers to after a crash are deleted a day later', async () => {
    await mkdir(attachments.incoming, { recursive: true })
    const path = join(attachments.incoming, 'leftover')
    await writeFile(path, 'x')
    const key = contentKey('ab'.repeat(32))
    await attachments.store.put(key, path)
    const kept = await used(bytes())
    await deleteLeftovers(app.inTx, attachments)
    expect(await isKept(key)).toBe(true)
    await deleteLeftovers(app.inTx, attachments, later())
    expect(await isKept(key)).toBe(false)
    for await (const { key: left } of attachments.store.list()) {
      const { rows: those } = await app.database.pool.query('select from attachments where sha256 = $1', [
        sha256Of(left),
      ])
      expect(those.length).toBeGreaterThan(0)
    }
    expect(await isKept(await shaOf(kept))).toBe(true)
  })

  it('are never taken from under an upload of the same content', async () => {
    const content = bytes()
    const sha = await shaOf(await uploaded(person, 'x', content))
    await app.database.pool.query('delete from attachments where sha256 = $1', [sha])
    // The content is left over, and is stored again between the check and the deletion.
    const { promise: isRemoving, resolve: begin } = Promise.withResolvers<void>()
    const slow: AttachmentStore = {
      ...attachments,
      store: {
        ...attachments.store,
        remove: async (key) => {
          begin()
          await untilBlocked(app.database.pool)
          await attachments.store.remove(key)
        },
      },
    }
    const sweep = deleteLeftovers(app.inTx, slow, later())
    await isRemoving
    const answer = await upload(person, 'x', content)
    await sweep
    expect(answer.status).toBe(200)
    expect((await download(app, person, answer.body.result._id)).rawPayload.equals(content)).toBe(true)
  })
})

describe('content that the database does not know', () => {
  const image = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'olive' } })
      .png()
      .toBuffer()
  async function putLeftovers({ incoming, store }: AttachmentStore, from: number, count: number): Promise<void> {
    for (let n = from; n < from + count; n++) {
      const sha = createHash('sha256').update(String(n)).digest('hex')
      for (const key of [contentKey(sha), thumbnailKey(sha)]) {
        await writeFile(join(incoming, 'x'), 'x')
        await store.put(key, join(incoming, 'x'))
      }
    }
  }

  it('stays when the database belongs to other files, also after its own first upload', async () => {
    const right = await openTestApp()
    await uploaded(await right.person(['customer']), 'x.png', await image(600))
    const kept = await keptFiles(right)
    expect(kept).toHaveLength(2)

    const wrong = await openTestApp({ DATA_DIR: right.config.dataDir })
    const attachments = openAttachmentStore(wrong.config, openLog('silent'))
    expect(await deleteLeftovers(wrong.inTx, attachments, later())).toBe(0)
    const person = await wrong.person(['customer'])
    await uploaded(person, 'y.png', await image(601))
    expect(await deleteLeftovers(wrong.inTx, attachments, later())).toBe(0)
    expect(await keptFiles(right)).toEqual(expect.arrayContaining(kept))

    // Rows that no text uses are deleted; their content may belong to the other database too.
    await uploaded(person, 'x.png', await image(600))
    expect(await deleteUnused(wrong.inTx, attachments, later())).toBe(2)
    expect(await deleteLeftovers(right.inTx, openAttachmentStore(right.config, openLog('silent')), later())).toBe(0)
    expect(await keptFiles(right)).toEqual(expect.arrayContaining(kept))
    await wrong.end()
    await right.end()
  })

  it('stays when it is most of what is kept: the database is of another time', async () => {
    const app = await openTestApp()
    const attachments = openAttachmentStore(app.config, openLog('silent'))
    await uploaded(await app.person(['customer']), 'x', 'x')
    await putLeftovers(attachments, 0, 6)
    const kept = await keptFiles(app)
    expect(await deleteLeftovers(app.inTx, attachments, later())).toBe(0)
    expect(await keptFiles(app)).toEqual(kept)
    await attachments.store.remove(contentKey(createHash('sha256').update('0').digest('hex')))
    await attachments.store.remove(thumbnailKey(createHash('sha256').update('0').digest('hex')))
    expect(await deleteLeftovers(app.inTx, attachments, later())).toBe(5)
    expect(await keptFiles(app)).toHaveLength(1)
    await app.end()
  })

  it('is deleted no further once the product stops', async () => {
    const app = await openTestApp()
    const attachments = openAttachmentStore(app.config, openLog('silent'))
    await uploaded(await app.person(['customer']), 'x', 'x')
    await putLeftovers(attachments, 0, 4)
    const stopping = new AbortController()
    const remove = attachments.store.remove
    const stopped: AttachmentStore = {
      ...attachments,
      store: {
        ...attachments.store,
        remove: (key) => {
          stopping.abort()
          return remove(key)
        },
      },
    }
    expect(await deleteLeftovers(app.inTx, stopped, later(), stopping.signal)).toBe(1)
    expect(await deleteUnused(app.inTx, attachments, later(), stopping.signal)).toBe(1)
    expect(await deleteLeftovers(app.inTx, attachments, later(), stopping.signal)).toBe(0)
    expect(await keptFiles(app)).toHaveLength(7)
    await app.end()
  })

  it('is not looked for when the product starts', async () => {
    const app = await openTestApp()
    await uploaded(await app.person(['customer']), 'x', 'x')
    const attachments = openAttachmentStore(app.config, openLog('silent'))
    await putLeftovers(attachments, 0, 1)
    const longAgo = new Date(Date.now() - 2 * longestUnused)
    for (const path of await keptFiles(app))
      await utimes(join(app.config.dataDir, 'attachments', path), longAgo, longAgo)
    await app.database.pool.query('update attachments set created_on = $1', [longAgo])
    const kept = await keptFiles(app)
    // Each job was due long ago, when nobody was there.
    await app.database.pool.query(
      `insert into mothlight_jobs._private_known_crontabs (identifier, known_since)
        select unnest($1::text[]), now() - interval '2 days'`,
      [['delete-unused-uploads', 'delete-leftover-files', 'delete-ended-sessions']],
    )
    app.startJobs()
    const made = () =>
      app.database.pool
        .query(`select identifier from mothlight_jobs._private_known_crontabs where last_execution is not null`)
        .then(({ rows }) => rows)
    await expect.poll(made).toEqual([{ identifier: 'delete-ended-sessions' }])
    await expect.poll(async () => (await app.database.pool.query('select from mothlight_jobs.jobs')).rowCount).toBe(0)
    expect(await keptFiles(app)).toEqual(kept)
    await app.end()
  })
})

it('what a crash left of an upload on its way is deleted a day later', async () => {
  const app = await openTestApp()
  const attachments = openAttachmentStore(app.config, openLog('silent'))
  await mkdir(attachments.incoming, { recursive: true })
  const [old, young] = ['old', 'young'].map((name) => join(attachments.incoming, name)) as [string, string]
  for (const path of [old, young]) await writeFile(path, 'x')
  const longAgo = new Date(Date.now() - longestUnused - 60_000)
  await utimes(old, longAgo, longAgo)
  await deleteCutOff(attachments)
  expect(await readdir(attachments.incoming)).toEqual(['young'])
  await app.end()
})

it('an upload that can’t be kept leaves no attachment', async () => {
  const app = await openTestApp()
  const person = await app.person(['customer'])
  const content = randomBytes(100)
  // A file is in the place of the folder that it would go to.
  const sha = createHash('sha256').update(content).digest('hex')
  await writeFile(join(app.config.dataDir, 'attachments', sha.slice(0, 2)), 'x')
  const answer = await upload(person, 'x', content)
  expect(answer.status).toBe(503)
  expect((await app.database.pool.query('select from attachments')).rowCount).toBe(0)
  expect(await readdir(join(app.config.dataDir, 'attachments', 'incoming'))).toEqual([])
  await app.end()
})
