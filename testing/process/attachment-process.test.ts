import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { refusedStart, startProcess } from '#testing/product-process.ts'
import { s3Environment, startTestS3 } from '#testing/test-s3.ts'
import { aUsedDataDir } from '#testing/used-data-dir.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mothlight-files-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Registers a person. @returns their cookie */
async function register(origin: string): Promise<string> {
  const names = { fullName: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' }
  const answer = await fetch(`${origin}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.test', password: 'a good password', ...names }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const bytes = { 'content-type': 'application/octet-stream' }

it('a file that was acknowledged outlives a crash; one on its way is gone', async () => {
  await aUsedDataDir(dataDir)
  let product = await startProcess({ DATA_DIR: dataDir })
  const cookie = await register(product.origin)
  const sent = await fetch(`${product.origin}/api/attachments?name=kept.txt`, {
    method: 'POST',
    headers: { ...bytes, cookie },
    body: 'kept',
  })
  const { result } = (await sent.json()) as { result: { _id: string } }

  const socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /api/attachments?name=lost HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n` +
      `Content-Type: application/octet-stream\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(50_000)}`,
  )
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'attachments', 'incoming'))).toHaveLength(1))
  await product.crash()

  product = await startProcess({ DATA_DIR: dataDir })
  const got = await fetch(`${product.origin}/api/attachments/${result._id}`, { headers: { cookie } })
  expect(await got.text()).toBe('kept')
  expect(got.headers.get('content-disposition')).toContain('kept.txt')
  expect(await product.end()).toBe(0)
})

it('a bucket that can’t be used stops the start with one sentence and no secret', async () => {
  const s3 = await startTestS3()
  try {
    const settings = s3Environment({ ...s3.settings, bucket: 'another', secretAccessKey: 'hush-hush' })
    const { output, code } = await refusedStart({ DATA_DIR: dataDir, ...settings })
    expect(code).toBe(1)
    expect(output).toMatch(/^S3_BUCKET names a bucket that does not exist\.$/m)
    expect(output).not.toContain('hush')
    expect(output).not.toMatch(/^ +at /m)
    const missing = await refusedStart({ DATA_DIR: dataDir, S3_BUCKET: 'moths' })
    expect(missing.output.trim()).toMatch(/^S3_ENDPOINT is missing: [^\n]+$/)
  } finally {
    await s3.stop()
  }
})
