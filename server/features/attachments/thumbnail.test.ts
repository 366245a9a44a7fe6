import { download, upload, uploaded } from '#testing/attachment-parts.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let app: TestApp
let ada: Caller
beforeAll(async () => {
  app = await openTestApp()
  ada = await app.person(['customer'])
})
afterAll(() => app?.end())

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: width % 256, g: height % 256, b: 9 } } })

const thumbnailOf = async (id: string) => download(app, ada, id, '?size=thumbnail')

/** Creates a PNG of any size whose content, if it has any, is `pixels`. */
function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a thumbnail', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('of a %s is a small WebP', async (format) => {
    const id = await uploaded(ada, `x.${format}`, await image(1200, 300).toFormat(format).toBuffer())
    const answer = await thumbnailOf(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^inline; /),
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 120 })
  })

  it('is never larger than the image', async () => {
    const id = await uploaded(ada, 'x.png', await image(40, 30).png().toBuffer())
    expect(await sharp((await thumbnailOf(id)).rawPayload).metadata()).toMatchObject({ width: 40, height: 30 })
  })

  it('stands upright and says nothing of where the image was taken', async () => {
    const photo = await image(600, 200)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'somewhere secret' } })
      .jpeg()
      .toBuffer()
    const answer = await upload(ada, 'x.jpg', photo)
    expect(answer.body.result).toMatchObject({ width: 200, height: 600 })
    const thumbnail = (await thumbnailOf(answer.body.result._id)).rawPayload
    const facts = await sharp(thumbnail).metadata()
    expect(facts).toMatchObject({ width: 160, height: 480 })
    expect(facts.exif).toBeUndefined()
  })

  it('of one that moves is its first frame', async () => {
    const frames = Buffer.concat([Buffer.alloc(20 * 20 * 3, 255), Buffer.alloc(20 * 20 * 3, 0)])
    const gif = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)
    const answer = await upload(ada, 'x.gif', gif)
    expect(answer.body.result).toMatchObject({ width: 20, height: 20 })
    const facts = await sharp((await thumbnailOf(answer.body.result._id)).rawPayload).metadata()
    expect(facts).toMatchObject({ width: 20, height: 20 })
    expect(facts.pages ?? 1).toBe(1)
  })

  it.each([
    ['is cut off', async () => (await image(800, 800).jpeg().toBuffer()).subarray(0, 900)],
    ['is only a beginning', async () => Buffer.from('\x89PNG\r\n\x1a\n and then nothing of the kind', 'latin1')],
    ['has noise for pixels', async () => pngOf(300, 300, Buffer.from('too few'))],
    ['unfolds to more pixels than are read', async () => pngOf(12_000, 9000, Buffer.alloc(12_001 * 9000))],
    ['says it is larger than can be', async () => pngOf(0x7fffffff, 0x7fffffff, Buffer.alloc(10))],
  ])('does not exist of an image that %s, and the file is kept all the same', async (_what, content) => {
    const bytes = await content()
    const answer = await upload(ada, 'x.png', bytes)
    expect(answer.status).toBe(200)
    expect(answer.body.result).not.toHaveProperty('width')
    const id = answer.body.result._id
    expect((await thumbnailOf(id)).statusCode).toBe(404)
    expect((await download(app, ada, id)).rawPayload.equals(bytes)).toBe(true)
  })

  it('of an image that unfolds whole is made of fewer pixels than of a plain JPEG', async () => {
    const large = image(6000, 5000)
    const sizes = { width: 6000, height: 5000 }
    const sent = async (content: Buffer) => (await upload(ada, 'x', content)).body.result
    expect(await sent(await large.clone().jpeg().toBuffer())).toMatchObject(sizes)
    for (const whole of [
      large.clone().png({ progressive: true, compressionLevel: 1 }),
      large.clone().jpeg({ progressive: true }),
      large.clone().withMetadata({ orientation: 6 }).jpeg(),
    ]) {
      const result = await sent(await whole.toBuffer())
      expect(result.mediaType).toMatch(/^image/)
      expect(result).not.toHaveProperty('width')
    }
  })

  it('that is gone is made again', async () => {
    const id = await uploaded(ada, 'x.png', await image(77, 66).png().toBuffer())
    const { rows } = await app.database.pool.query('select sha256 from attachments where id = $1', [id])
    const sha: string = rows[0].sha256
    await rm(join(app.config.dataDir, 'attachments', sha.slice(0, 2), sha.slice(2, 4), `${sha}.thumbnail.webp`))
    expect((await thumbnailOf(id)).statusCode).toBe(200)
    expect((await thumbnailOf(id)).statusCode).toBe(200)
  })

  it('is made of images that come at once one after the other', async () => {
    const widths = [2000, 2001, 2002, 2003, 2004, 2005]
    const images = await Promise.all(widths.map((width) => image(width, 1500).png().toBuffer()))
    let [running, most, made] = [0, 0, 0]
    const { toFile } = sharp.prototype as { toFile: (path: string) => Promise<OutputInfo> }
    const counted = vi.spyOn(sharp.prototype as { toFile: typeof toFile }, 'toFile')
    counted.mockImplementation(async function (this: Sharp, path) {
      made++
      most = Math.max(most, ++running)
      return toFile.call(this, path).finally(() => running--)
    })
    const answers = await Promise.all(images.map((bytes) => upload(ada, 'x.png', bytes)))
    counted.mockRestore()
    expect(answers.map((answer) => answer.body.result.width)).toEqual(widths)
    expect([made, most]).toEqual([6, 1])
  })

  it('comes with readers of images that browsers show, and no other reader', async () => {
    await uploaded(ada, 'x.png', await image(31, 31).png().toBuffer())
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const other of [drawing, await image(9, 9).tiff().toBuffer()]) {
      await expect(sharp(other).metadata()).rejects.toThrow('unsupported image format')
    }
  })

  it('of another size is none that is offered', async () => {
    const id = await uploaded(ada, 'x.png', await image(30, 30).png().toBuffer())
    expect((await download(app, ada, id, '?size=huge')).statusCode).toBe(400)
    expect((await download(app, ada, id, '?size=')).headers['content-type']).toBe('image/png')
  })
})
