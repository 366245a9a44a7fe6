import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { AllowedSkip } from './allowed-skips.ts'
import { playwrightSuite } from './playwright-suite.ts'
import { judge } from './outcome.ts'
import { runTests } from './run-tests.ts'
import { vitestSuite } from './vitest-suite.ts'

const cache = resolve(import.meta.dirname, '../../.cache')
const bin = resolve(import.meta.dirname, '../../node_modules/.bin')
const roots: string[] = []

afterEach(() => Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true }))))

/** Fails the first time that it is called in a sample. */
const failsFirst = `
import { existsSync, writeFileSync } from 'node:fs'
export const failsFirst = (name) => {
  if (existsSync(name)) return
  writeFileSync(name, '')
  throw new Error('too early\\nsecond line')
}`
const unit = `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failsFirst } from '../fails-first.js'\n`
const browser = `import { expect, test } from '@playwright/test'
import { failsFirst } from './fails-first.js'\n`

/** Runs samples of tests, which need no page, as the test command runs ours. @returns whether it was good, and the end of it */
async function runSamples(
  files: Readonly<Record<string, string>>,
  { isStrict = false, allowedSkips = [] as readonly AllowedSkip[], configuration = '' } = {},
): Promise<{ isGood: boolean; lines: string[] }> {
  await mkdir(cache, { recursive: true })
  const root = await mkdtemp(join(cache, 'samples-'))
  roots.push(root)
  const all = {
    'fails-first.js': failsFirst,
    'vitest.config.js': `export default { test: { include: ['a/**/*.test.ts'], maxWorkers: 2, ${configuration} } }`,
    'playwright.config.js': `export default { testDir: '.', testMatch: '*.spec.ts', workers: 2, outputDir: 'out' }`,
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  // What vitest tells its workers must not reach the vitest that they start.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV|CI$)/.test(name)),
  )
  const settings = { root, reports: join(root, '.reports'), env, output: 'ignore' } as const
  const program = (name: string) => join(bin, name)
  const suites = [vitestSuite({ ...settings, program }), playwrightSuite({ ...settings, program })].filter(
    ({ pattern }) =>
      Object.keys(files).some((name) => name.endsWith(pattern.includes('spec') ? '.spec.ts' : '.test.ts')),
  )
  let text = ''
  const isGood = await runTests({ ...settings, suites, isStrict, allowedSkips, write: (more) => (text += more) })
  const isOfTheEnd = (line: string) => !/ min$|^dearest|^ +\d+ {2}/.test(line)
  return { isGood, lines: text.trim().split('\n').filter(isOfTheEnd) }
}

const spoiled = {
  'a/good.test.ts': `${unit}test('works', () => {})`,
  'a/early.test.ts': `${unit}
    test('works too', () => {})
    describe('early', () => { test('fails first', () => failsFirst('unit')) })`,
  'a/hook.test.ts': `${unit}
    describe('a group', () => {
      beforeAll(() => failsFirst('hook'))
      test('waits for a hook', () => {})
      test('waits as well', () => {})
    })`,
  'journey.spec.ts': `${browser}
    test('works', () => {})
    test('fails first', () => failsFirst('browser'))`,
}

test('what fails and then passes is named as flaky and counts as passed; a failed hook counts once', async () => {
  const { isGood, lines } = await runSamples(spoiled)
  expect(lines).toEqual([
    'flaky: a/early.test.ts > early > fails first: Error: too early',
    'flaky: a/hook.test.ts > a group > a hook: Error: too early',
    'flaky: journey.spec.ts > fails first: Error: too early',
    '3 flaky',
    '7 passed, 0 failed, 0 skipped',
  ])
  expect(isGood).toBe(true)
})

test('a strict run tries nothing again', async () => {
  const { isGood, lines } = await runSamples(spoiled, { isStrict: true })
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([
    'failed: a/early.test.ts > early > fails first',
    'failed: a/hook.test.ts > a group > a hook',
    'failed: journey.spec.ts > fails first',
  ])
  expect(lines.slice(-2)).toEqual(['0 flaky', '3 passed, 3 failed, 0 skipped'])
  expect(isGood).toBe(false)
})

test('what fails twice, can’t be loaded, is not caught, is left out or skipped unlisted fails the run', async () => {
  const { isGood, lines } = await runSamples(
    {
      'a/always.test.ts': `${unit}
        test('always fails', () => { expect('red').toBe('blue') })
        describe('a group', () => { afterAll(() => { throw new Error('never tidy') }); test('is untidy', () => {}) })
        test.skip('is skipped', () => {})`,
      'a/once.test.ts': `${unit}test('fails the second time', () => {
        failsFirst('one')
        throw new Error('still')
      })`,
      'a/unloadable.test.ts': `import './nowhere.ts'`,
      'a/half-loaded.test.ts': `${unit}test('is found', () => {}); throw new Error('not loaded')`,
      'a/uncaught.test.ts': `${unit}test('leaves a promise', async () => {
        void Promise.reject(new Error('nobody caught me'))
        await new Promise((settle) => setTimeout(settle, 50))
      })`,
      'b/left-out.test.ts': `${unit}test('is not in the configuration', () => {})`,
      'journey.spec.ts': `${browser}
        test('always fails', () => { expect('red').toBe('blue') })
        test.skip('is skipped', { annotation: { type: 'skip', description: 'no such screen' } }, () => {})`,
    },
    { allowedSkips: [{ file: 'journey.spec.ts', reason: 'listed' }] },
  )
  expect(lines.filter((line) => /^(failed|skipped): /.test(line)).toSorted()).toEqual([
    'failed: a/always.test.ts > a group > a hook',
    'failed: a/always.test.ts > always fails',
    'failed: a/always.test.ts > is skipped',
    'failed: a/half-loaded.test.ts',
    'failed: a/once.test.ts > fails the second time',
    'failed: a/unloadable.test.ts',
    'failed: an unhandled error',
    'failed: b/left-out.test.ts',
    'failed: journey.spec.ts > always fails',
    'skipped: a/always.test.ts > is skipped: ',
    'skipped: journey.spec.ts > is skipped: no such screen',
  ])
  expect(lines.join('\n')).toContain('nobody caught me')
  expect(lines.slice(-2)).toEqual(['0 flaky', '2 passed, 9 failed, 1 skipped'])
  expect(isGood).toBe(false)
})

test('a second try that can’t be made leaves the first failure, and says why', async () => {
  const failing = { file: 'a.test.ts', name: 'fails', kind: 'test', state: 'failed', messages: ['red'] } as const
  let text = ''
  await mkdir(cache, { recursive: true })
  const root = await mkdtemp(join(cache, 'samples-'))
  roots.push(root)
  const isGood = await runTests({
    root,
    reports: join(root, '.reports'),
    suites: [
      {
        title: 'a suite',
        pattern: '**/*.test.ts',
        run: async () => ({ tests: [failing], breakages: [], secondsByFile: new Map([['a.test.ts', 1]]) }),
        tryAgain: () => Promise.reject(new Error('no room')),
      },
    ],
    isStrict: false,
    allowedSkips: [],
    write: (more) => (text += more),
  })
  expect(isGood).toBe(false)
  expect(text).toContain('failed: a.test.ts > fails')
  expect(text).toContain('no room')
  expect(text.trim().split('\n').at(-1)).toBe('0 passed, 2 failed, 0 skipped')
})

test('a test that has another name in each run can’t be found again, which is said', () => {
  const ran = (name: string, state: 'failed' | 'passed') => ({
    tests: [{ file: 'a.test.ts', name, kind: 'test' as const, state, messages: ['red'] }],
    breakages: [],
    secondsByFile: new Map([['a.test.ts', 1]]),
  })
  const { failed, flaky } = judge(ran('seed 1', 'failed'), { report: ran('seed 2', 'passed'), repeats: () => true })
  expect(failed).toEqual([{ name: 'a.test.ts > seed 1', messages: ['was not there when it was tried again', 'red'] }])
  expect(flaky).toEqual([])
})

test('with more than twenty first failures nothing is tried again', async () => {
  const { isGood, lines } = await runSamples({
    'a/many.test.ts': `${unit}
      test.each(Array.from({ length: 21 }, (_, n) => n))('%i fails first', (n) => failsFirst('many-' + n))`,
  })
  expect(lines.slice(-3)).toEqual([
    '21 tests failed: too many to try them again',
    '0 flaky',
    '0 passed, 21 failed, 0 skipped',
  ])
  expect(isGood).toBe(false)
})

test('a run that breaks off, and a worker that ends, fail without a second try', async () => {
  const setUp = await runSamples(
    {
      'set-up.js': `export const setup = () => { throw new Error('no database') }`,
      'a/good.test.ts': `${unit}test('works', () => {})`,
      'journey.spec.ts': `${browser}test('works', () => {})`,
      'playwright.config.js': `export default { testDir: '.', testMatch: '*.spec.ts', globalSetup: './browser-set-up.js' }`,
      'browser-set-up.js': `export default () => { throw new Error('no browser') }`,
    },
    { configuration: `globalSetup: ['set-up.js']` },
  )
  expect(setUp.lines).toEqual([
    'failed: vitest',
    expect.stringContaining('vitest ended with 1'),
    'failed: an error of the run itself',
    '  Error: no browser',
    '0 flaky',
    '0 passed, 2 failed, 0 skipped',
  ])
  const worker = await runSamples({
    'a/good.test.ts': `${unit}test('works', () => {})`,
    'a/killed.test.ts': `${unit}test('ends its worker', () => { process.kill(process.pid, 'SIGKILL') })`,
  })
  expect(worker.isGood).toBe(false)
  expect(worker.lines.filter((line) => line.startsWith('failed: '))).not.toEqual([])
  expect(worker.lines.at(-1)).toMatch(/^1 passed, [1-9]\d* failed, 0 skipped$/)
})
