import { type CommandResult, runCommand, runCommandProcess } from '#testing/run-command.ts'
import { anImportLine as line, openTestImport, type TestImport } from '#testing/test-import.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const example = resolve(import.meta.dirname, '../../samples/import-example.jsonl')
/** Settings of a database that doesn't answer. */
const nowhere = { DATABASE_URL: 'postgresql://localhost:1/nothing' }

let test: TestImport
let folder: string
beforeEach(async () => {
  test = await openTestImport()
  folder = await mkdtemp(join(tmpdir(), 'mothlight-import-'))
})
afterEach(async () => {
  await test.drop()
  await rm(folder, { recursive: true })
})

const run = (args: readonly string[], input?: string | Buffer, how = runCommand): Promise<CommandResult> =>
  how(['import', ...args], { DATABASE_URL: test.url }, input)

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const linesOf = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
/** Returns an encoder of ASCII texts with so many bytes a letter. */
const wide =
  (width: number, order: 'little end first' | 'big end first' = 'little end first') =>
  (text: string): Buffer =>
    Buffer.concat(
      Array.from(text, (letter) => {
        const bytes = Buffer.alloc(width)
        bytes[order === 'little end first' ? 0 : width - 1] = letter.charCodeAt(0)
        return bytes
      }),
    )
const ids = async () =>
  (await test.rows<{ id: string }>('select external_id as id from bugs order by 1')).map(({ id }) => id)

describe('mothlight import', () => {
  it('imports the example without a fault, says what it did, and does nothing the second time', async () => {
    const first = await run([example], '', runCommandProcess)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(
      /^Imported: +12 bugs \(3 comments, 9 people\)\nAlready there: +0 bugs\nBad lines: +0\n/,
    )
    expect(first.stdout).toContain('Duplicate links: 2; 1 without: the original is unknown\n')

    const before = await test.everything()
    const second = await run([example])
    expect(second).toMatchObject({ code: 0, stderr: '' })
    expect(second.stdout).toMatch(/^Imported: +0 bugs \(0 comments, 0 people\)\nAlready there: +12 bugs\n/)
    expect(await test.everything()).toEqual(before)
  })

  it('knows gzip by its content, and the same bugs under another name', async () => {
    const packed = await file('bugs.txt', gzipSync(await readFile(example)))
    expect(await run([packed])).toMatchObject({ code: 0 })
    const plain = await file('bugs.gz', await readFile(example))
    expect((await run([plain])).stdout).toMatch(/Already there: +12 bugs/)
  })

  it('reads standard input', async () => {
    expect(await run(['-'], gzipSync(linesOf(line('N-1'))), runCommandProcess)).toMatchObject({ code: 0 })
    expect(await ids()).toEqual(['N-1'])
  })

  it('names bad lines on stderr, keeps the good ones, and ends with 1', async () => {
    const path = await file(
      'bugs.jsonl',
      `${linesOf(line('N-1'))}nonsense\n\n${linesOf(line('N-2', { created: 'never' }), line('N-3'))}`,
    )
    const { code, stdout, stderr } = await run([path])
    expect(code).toBe(1)
    expect(stderr).toBe(
      'line 2: is not valid JSON\nline 4: created must be an ISO 8601 date such as 2024-05-31T14:30:00Z\n',
    )
    expect(stdout).toMatch(/Bad lines: +2\n/)
    expect(await ids()).toEqual(['N-1', 'N-3'])
  })

  it('says whether bugs are missing, whatever is wrong with lines that continue others', async () => {
    const more = { id: 'N-1', created: '2024-03-01T10:00:00Z', continues: true }
    const lines = linesOf(line('N-1'), { ...more, comments: [{ id: 1 }] }, line('N-2', { title: '' }), more)
    const checked = async (bugs: number) => {
      const path = await file('bugs.jsonl', `${lines}{"continues":true,\n{"type":"end","bugs":${bugs}}\n`)
      const { code, stderr } = await runCommand(['import', path, '--dry-run'], nowhere)
      return [code, stderr.split('\n').find((told) => told.includes('exported'))]
    }
    expect(await checked(2)).toEqual([1, undefined])
    expect(await checked(5)).toEqual([1, 'line 6: note: 5 bugs were exported, and 3 are before this line'])
  })

  it('names the first fifty bad lines and counts the rest', async () => {
    const { code, stderr } = await run([await file('bugs.jsonl', 'nonsense\n'.repeat(60))])
    const lines = stderr.trimEnd().split('\n')
    expect(code).toBe(1)
    expect(lines).toHaveLength(51)
    expect(lines.at(-1)).toBe('… and 10 more bad lines')
  })

  it('reports repaired lines and ends with 0 for them', async () => {
    const { code, stdout, stderr } = await run([await file('bugs.jsonl', linesOf(line('N-1', { title: 'a\u0000b' })))])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'line 1: note: title: characters that can’t be stored were replaced\n',
    })
    expect(stdout).toMatch(/Repaired lines: +1\n/)
  })

  it('imports what stands before the damage of a gzip file, and ends with 1', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => line(`N-${n}`, { description: String(Math.sin(n)) }))
    const packed = gzipSync(linesOf(...lines))
    const { code, stderr } = await run([await file('bugs.gz', packed.subarray(0, packed.length / 2))])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The file is a damaged or incomplete gzip file: only the lines before the damage could be read.\n',
    })
    const [{ n } = { n: 0 }] = await test.rows<{ n: number }>('select count(*)::integer as n from bugs')
    expect(n).toBeGreaterThan(1_000)
    expect(n).toBeLessThan(3_000)
  })

  it.each([
    ['a text', Buffer.from('signed by nobody\n'), 'something else'],
    ['zeros that fill up a block', Buffer.alloc(10_240), ''],
    ['zeros and a text', Buffer.from('\0\0\0\0signed\n'), 'something else'],
  ])('reads a gzip file with %s behind it as zcat does', async (_, behind, told) => {
    const lines = Array.from({ length: 300 }, (_, index) => line(`N-${index}`))
    const members = [gzipSync(linesOf(...lines.slice(0, 200))), gzipSync(linesOf(...lines.slice(200)))]
    const path = await file('bugs.gz', Buffer.concat([...members, behind]))
    expect(await run([path])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Imported: +300 bugs/),
      stderr: told && 'The gzip file is whole; what follows it in the file is something else and was left out.\n',
    })
    expect(await ids()).toHaveLength(300)
  })

  it('keeps every whole line of a gzip file whose end is missing, and ends with 1', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => line(`N-${index}`))
    const first = gzipSync(linesOf(...lines))
    for (const missing of [
      first.subarray(0, -1),
      Buffer.concat([first, gzipSync(linesOf(line('M-1'))).subarray(0, 5)]),
    ]) {
      const path = await file('bugs.gz', missing)
      expect(await run([path, '--dry-run'])).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^Would import: +300 bugs/),
        stderr: 'The file is a damaged or incomplete gzip file: only the lines before the damage could be read.\n',
      })
    }
  })

  it.each([
    ['UTF-16', 'UTF-16', Buffer.from([0xff, 0xfe]), wide(2)],
    ['UTF-16', 'UTF-16', Buffer.from([0xfe, 0xff]), wide(2, 'big end first')],
    ['UTF-16', 'UTF-16LE', Buffer.alloc(0), wide(2)],
    ['UTF-16', 'UTF-16BE', Buffer.alloc(0), wide(2, 'big end first')],
    ['UTF-32', 'UTF-32', Buffer.from([0xff, 0xfe, 0, 0]), wide(4)],
    ['UTF-32', 'UTF-32', Buffer.from([0, 0, 0xfe, 0xff]), wide(4, 'big end first')],
    ['UTF-32', 'UTF-32LE', Buffer.alloc(0), wide(4)],
    ['UTF-32', 'UTF-32BE', Buffer.alloc(0), wide(4, 'big end first')],
  ])(
    'says that a file is %s, and how %s is converted, before it asks for a database',
    async (is, from, mark, encode) => {
      const text = linesOf(line('N-1'))
      const bytes = Buffer.concat([mark, encode(text)])
      for (const content of [bytes, gzipSync(bytes)]) {
        const path = await file('bugs.jsonl', content)
        expect(await runCommand(['import', path], nowhere)).toEqual({
          code: 1,
          stdout: '',
          stderr: `The file is ${is}, and UTF-8 is needed: convert it, for example with iconv -f ${from} -t UTF-8.\n`,
        })
      }
    },
  )

  it('tidies the tables after a large import', async () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => line(`N-${n}`))
    expect(await run([await file('bugs.jsonl', linesOf(...lines))])).toMatchObject({ code: 0 })
    expect(await test.rows(`select reltuples::integer as n from pg_class where relname = 'bug_search'`)).toEqual([
      { n: 1_000 },
    ])
  })

  it('in a dry run checks every line, needs no database and stores nothing', async () => {
    const path = await file('bugs.jsonl', `${linesOf(line('N-1', { duplicateOf: 'N-2' }), line('N-2'))}nonsense\n`)
    const { code, stdout, stderr } = await runCommand(['import', path, '--dry-run'], nowhere)
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'line 3: is not valid JSON\n' })
    expect(stdout).toMatch(/^Would import: +2 bugs \(0 comments\)\nBad lines: +1\nDuplicate links: 1\n/)
    expect(stdout).toContain('Nothing was stored')
    expect(await runCommand(['import', '--dry-run', example], nowhere)).toMatchObject({ code: 0, stderr: '' })
    expect(await ids()).toEqual([])
  })

  it.each([
    ['a file that is not there', 'missing.jsonl', 'there is no such file'],
    ['a folder', '.', 'it is a folder'],
  ])('says in one sentence that it can’t read %s', async (_, name, why) => {
    const path = join(folder, name)
    expect(await runCommand(['import', path], nowhere)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${path} can’t be read: ${why}.\n`,
    })
  })

  it('says in one sentence that no database answers', async () => {
    const { code, stderr } = await runCommand(['import', example], nowhere)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database can’t be reached .*\n$/)
  })

  it.each([
    [[], 'import needs the name of a file.'],
    [['a', 'b'], "import takes one file, and got 'b' too."],
    [['a', '--fast'], "Unknown option '--fast'."],
  ])('ends with 2 when it is called with %j', async (args, sentence) => {
    const { code, stdout, stderr } = await runCommand(['import', ...args], nowhere)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      `${sentence}\nUsage: npm run -s mothlight -- import FILE [--dry-run] [--product KEY] [--files FOLDER]\n`,
    )
  })
})
