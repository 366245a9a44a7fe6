import { hashPassword, insertUser } from '#server/features/users/public.ts'
import { programs } from '#testing/debian-programs.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { difference, type Fenced, fencedBlocks, isLike } from './fenced-blocks.ts'
import { openingPath } from './api-page-file.ts'

/** A block of commands with the result that the page shows. */
interface Step {
  readonly commands: Fenced
  readonly shown: Fenced | undefined
}

const blocks = fencedBlocks(await readFile(openingPath, 'utf8'))
const steps: Step[] = blocks.flatMap((block, n) => {
  const next = blocks[n + 1]
  return block.language === 'sh' ? [{ commands: block, shown: next?.language === 'sh' ? undefined : next }] : []
})
const { missing } = await programs({ bash: 'bash', curl: 'curl', jq: 'jq' })
/** Separates the output of one block from that of the next. */
const border = '\u001e'

let app: TestApp
let folder: string
let outcomes: string[]

beforeAll(async () => {
  if (missing) return
  app = await openTestApp()
  folder = await mkdtemp(join(tmpdir(), 'mothlight-api-'))
  // The package that the page tells its reader to install.
  await symlink(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
  const passwordHash = await hashPassword('correct horse battery staple')
  const person = {
    email: 'you@example.com',
    passwordHash,
    fullName: 'Your Name',
    givenName: 'Your',
    familyName: 'Name',
  }
  await app.inTx((tx) => insertUser(tx, { ...person, roles: ['customer'] }, 'command'))
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const script = steps
    .map(({ commands }) => commands.text.replace('http://localhost:3000', origin))
    .join(`\nprintf '${border}'\n`)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
  outcomes = stdout.split(border)
})
afterAll(async () => {
  await app?.end()
  if (folder) await rm(folder, { recursive: true, force: true })
})

describe('the commands of docs/api.md', () => {
  it('are read from the page with what they print', () => {
    expect(steps.length).toBeGreaterThan(5)
    expect(blocks.filter(({ language }) => !['sh', 'json', 'text'].includes(language))).toEqual([])
    expect(blocks.length).toBe(steps.length + steps.filter(({ shown }) => shown).length)
  })

  it.skipIf(missing)('all run, without leaving anything out', () => {
    expect(outcomes).toHaveLength(steps.length)
  })

  it.skipIf(missing).each(steps.map((step, n) => [step.commands.line, step, n] as const))(
    'of line %i print what the page shows',
    (_line, { shown }, n) => {
      const seen = outcomes[n]?.trim() ?? ''
      if (!shown) expect(seen).toBe('')
      else if (shown.language === 'json') expect(difference(JSON.parse(shown.text), JSON.parse(seen))).toBeUndefined()
      else expect(isLike(shown.text, seen), seen).toBe(true)
    },
  )
})

describe('an answer that is shown', () => {
  it('stands for one with more keys, and for no other', () => {
    const shown = { a: [{ id: '…', n: 1 }], text: 'one … three', none: null }
    const seen = { a: [{ id: 'ffff', n: 1, more: true }], text: 'one two three', none: null }
    expect(difference(shown, seen)).toBeUndefined()
    expect(difference(shown, { ...seen, text: 'one two' })).toMatch('answer.text')
    expect(difference(shown, { ...seen, a: [] })).toMatch('answer.a[0]')
    expect(difference(shown, { ...seen, a: [{ id: '', n: 1 }] })).toMatch('answer.a[0].id')
    expect(difference(shown, { a: seen.a, text: seen.text })).toMatch('answer.none')
  })
})
