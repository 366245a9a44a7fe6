import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sniffedBytes, sniffImage } from './sniff-image.ts'

test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('a %s is known by its first bytes', async (format) => {
  const image = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer()
  expect(sniffImage(image.subarray(0, sniffedBytes))).toBe(`image/${format}`)
})

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a PDF', '%PDF-1.7 and so on'],
  ['a bitmap of another kind', 'BM and so on and on'],
  ['a RIFF file that is no WebP', 'RIFF\x00\x00\x00\x00WAVEfmt '],
  ['an MP4', '\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42'],
  ['a page that says PNG later', '<b>\x89PNG\r\n\x1a\n</b>'],
  ['the beginning of a beginning', '\x89PNG'],
  ['nothing', ''],
])('%s is no image', (_what, head) => expect(sniffImage(Buffer.from(head, 'latin1'))).toBeUndefined())

test('an AVIF is known by a brand that it is compatible with', () => {
  const head = (brands: string) => Buffer.from(`\x00\x00\x00\x18ftyp${brands}`, 'latin1')
  expect(sniffImage(head('mif1\x00\x00\x00\x00avifmiaf'))).toBe('image/avif')
  expect(sniffImage(head('mif1\x00\x00\x00\x00heicmiaf'))).toBeUndefined()
})
