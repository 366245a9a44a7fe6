import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const things = 'camera login scroll upload search invoice calendar printer keyboard network password avatar'.split(' ')
const troubles = 'crashes,stays blank,is slow,loses its colour,shows nothing,asks twice'.split(',')

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'duplicates-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** Returns pairs of reports about the same thing; the second one is the duplicate, of the test part. */
function lines(): object[] {
  const pairs = things.map((thing, at) => `The ${thing} ${troubles[at % troubles.length] ?? ''}`)
  const report = (n: number, title: string, more: object) => ({
    n,
    title,
    description: `${title} since today.`,
    ...more,
  })
  return [
    ...pairs.map((title, at) => report(at + 1, title, { day: at, bucket: at + 1, dup: false, split: 'train' })),
    ...pairs.map((title, at) => {
      const n = pairs.length + at + 1
      return report(n, `${title} again`, { day: n, bucket: at + 1, dup: true, split: 'test' })
    }),
  ]
}

const textOf = (reports: readonly object[]) => reports.map((report) => `${JSON.stringify(report)}\n`).join('')

function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const options = ['--data', directory, '--no-baselines', '--reports', '50', ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...options], (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
    })
  })
}

test('a set whose duplicates are all found reaches the gates, and its figures are written', async () => {
  await writeFile(join(directory, 'easy.jsonl.gz'), gzipSync(textOf(lines())))
  const json = join(directory, 'figures.json')
  const { code, output } = await run('--weights', 'default', '--json', json)
  expect(output).toContain('All gates are reached.')
  expect(code).toBe(0)
  const figures = { r1: 1, r5: 1, r10: 1, r20: 1, mrr: 1, p50Ms: expect.any(Number), p95Ms: expect.any(Number) }
  expect(JSON.parse(await readFile(json, 'utf8'))).toEqual({
    sets: { easy: { queries: things.length, full: figures, title: figures, words4: figures } },
  })
})

test('a set whose duplicates have nothing in common misses the gates', async () => {
  const apart = lines().map((report, at) =>
    at < things.length
      ? report
      : { ...report, title: 'abcdefghijklmnopqrstuvwxyz'.charAt(at).repeat(9), description: null },
  )
  await writeFile(join(directory, 'hard.jsonl'), textOf(apart))
  const { code, output, errors } = await run()
  expect(errors).toContain('no other set has duplicates in a training part; the shipped weights are used')
  expect(output).toMatch(/MISSED title and description, R@10: 0\.0000 is below 0\.75/)
  expect(code).toBe(1)
})

test.each([
  ['{"n": 1, "tit', /^duplicates: Line 2 of .*set\.jsonl is not JSON\.\n$/],
  ['{"n": 1}', /^duplicates: Line 2 of .*set\.jsonl is no report: title: .*\.\n$/],
  ['[]', /^duplicates: Line 2 of .*set\.jsonl is no report: it: .*\.\n$/],
  [JSON.stringify(lines()[0]), /^duplicates: Line 2 of .*set\.jsonl has n 1 after 1; it must grow\.\n$/],
])('a line that is no report is named: %s', async (line, sentence) => {
  await writeFile(join(directory, 'set.jsonl'), `${JSON.stringify(lines()[0])}\n${line}\n`)
  const { code, errors } = await run()
  expect(errors).toMatch(sentence)
  expect(code).toBe(2)
})

test('a file that is not compressed as its name says, and a directory without sets, are named', async () => {
  expect(await run()).toMatchObject({ code: 2, errors: expect.stringContaining('There are no sets') as string })
  await writeFile(join(directory, 'bad.jsonl.gz'), 'plain text')
  expect(await run()).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/bad\.jsonl\.gz can't be read: .*\.\n$/) as string,
  })
})

test('a wrong option is refused with the usage', async () => {
  const { code, errors } = await run('--weights', 'mine')
  expect(errors).toContain("--weights must be loo or default, not 'mine'.")
  expect(errors).toContain('npm run bench:duplicates')
  expect(code).toBe(2)
})
