import * as fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ImportFileError, readableLines } from './import-file-error.ts'
import { type SourceLine, sourceLines } from './source-lines.ts'

async function* chunksOf(bytes: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}

async function linesOf(bytes: Buffer | string, size?: number, limit?: number): Promise<SourceLine[]> {
  return all(sourceLines(chunksOf(Buffer.from(bytes), size), limit))
}

const textsOf = async (bytes: Buffer | string, size?: number) =>
  (await linesOf(bytes, size)).map(({ number, text }) => [number, text])

describe('sourceLines', () => {
  it('numbers lines from 1 and leaves blank ones out', async () => {
    expect(await textsOf('one\n\n  \ntwo\n')).toEqual([
      [1, 'one'],
      [4, 'two'],
    ])
  })

  it.each([
    ['without an end', 'one\ntwo'],
    ['with Windows line ends', 'one\r\ntwo\r\n'],
    ['with a byte order mark', '\ufeffone\ntwo\n'],
  ])('reads a file %s', async (_, text) => {
    expect(await textsOf(text)).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
  })

  it('is empty for an empty file and for one byte of a gzip file', async () => {
    expect(await linesOf('')).toEqual([])
    expect(await linesOf(Buffer.from([0x0a]))).toEqual([])
  })

  it('unpacks gzip, several members too, by its content', async () => {
    const packed = Buffer.concat([gzipSync('one\nt'), gzipSync('wo\n')])
    expect(await textsOf(packed, 1)).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
  })

  it('reads the whole head of a gzip file, and nothing behind its end, however the bytes are cut', async () => {
    const [plain, text] = [gzipSync('one\ntwo\n'), (words: string) => Buffer.from(`${words}\0`)]
    // An extra field, a name, a comment and a checksum of the head, as the format allows them.
    const head = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0x1e]),
      plain.subarray(4, 10),
      Buffer.from([3, 0, 1, 2, 3]),
      text('bugs.jsonl'),
      text('all of them'),
      Buffer.from([4, 5]),
    ])
    for (const behind of ['', 'x', 'three\n', '\0\0\0', '\0\0three\n']) {
      const bytes = Buffer.concat([head, plain.subarray(10), plain, Buffer.from(behind)])
      for (const size of [1, 2, 5, 1000]) {
        let leftOut = 0
        const lines = await all(sourceLines(chunksOf(bytes, size), undefined, () => (leftOut += 1)))
        expect(lines.map((line) => line.text)).toEqual(['one', 'two', 'one', 'two'])
        expect([behind, leftOut]).toEqual([behind, behind.replaceAll('\0', '') === '' ? 0 : 1])
      }
    }
  })

  it('loses no whole line of a gzip file that ends too early, and takes a wrong checksum for damage', async () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `line ${index} ${Math.sin(index)}\n`).join('')
    const packed = gzipSync(text)
    const wrong = Buffer.from(packed)
    wrong[wrong.length - 8]! ^= 1
    for (const bytes of [packed.subarray(0, -1), packed.subarray(0, -8), wrong]) {
      let why = ''
      const lines = await all(readableLines(sourceLines(chunksOf(bytes, 65_536)), (reason) => (why = reason)))
      expect([lines.length, why]).toEqual([5_000, expect.stringContaining('damaged or incomplete')])
    }
  })

  it('gives the same lines however the bytes are cut', async () => {
    const text = fc
      .array(fc.constantFrom('ä', '😀', 'x', '\n', '\r\n', ' '), { maxLength: 60 })
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (text, size, packed) => {
        const expected = text
          .split('\n')
          .map((line, index) => [index + 1, line.trim()])
          .filter(([, line]) => line !== '')
        expect(await textsOf(packed ? gzipSync(text) : text, size)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })

  it('says which line was not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('good\nba'), Buffer.from([0xff]), Buffer.from('d\n')])
    expect(await linesOf(bytes)).toEqual([
      { number: 1, text: 'good', repaired: false },
      { number: 2, text: 'ba\ufffdd', repaired: true },
    ])
  })

  it('gives no text for a line that is too long, and goes on after it', async () => {
    const lines = await linesOf(`${'x'.repeat(100)}\ny\n${'z'.repeat(50)}\n`, 7, 50)
    expect(lines.map(({ number, text }) => [number, text?.length])).toEqual([
      [1, undefined],
      [2, 1],
      [3, 50],
    ])
  })

  it.each([
    ['cut off', (packed: Buffer) => packed.subarray(0, packed.length - 20)],
    ['damaged', (packed: Buffer) => Buffer.concat([packed.subarray(0, 600), Buffer.alloc(200, 7)])],
  ])('reads a %s gzip file up to the damage', async (_, damage) => {
    const text = Array.from({ length: 5_000 }, (_, index) => `line ${index} ${Math.sin(index)}\n`).join('')
    const damaged = damage(gzipSync(text))
    await expect(linesOf(damaged, 4096)).rejects.toThrow(ImportFileError)
    let why = ''
    const lines = await all(readableLines(sourceLines(chunksOf(damaged, 4096)), (reason) => (why = reason)))
    expect(why).toContain('damaged or incomplete gzip file')
    expect(text.startsWith(lines.map((line) => `${line.text}\n`).join(''))).toBe(true)
  })

  it('does not read to the end for a reader who stops', async () => {
    let ended = false
    async function* endless() {
      try {
        for (;;) yield Buffer.from('line\n')
      } finally {
        ended = true
      }
    }
    for await (const line of sourceLines(endless())) if (line.number === 3) break
    expect(ended).toBe(true)
  })
})
