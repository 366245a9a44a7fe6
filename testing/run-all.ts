/**
 * The test command: unit and server tests on a real database, then the journeys in a real browser. Installs the
 * browser where it is missing and may be installed. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { chromiumPath } from './chromium.ts'

/** Characters of a failed test's message that are repeated. */
const mostOfAFailure = 3000
const root = resolve(import.meta.dirname, '..')
const reports = resolve(root, '.cache/reports')

interface Tally {
  passed: number
  failed: number
  /** What failed, named again at the end: thousands of lines may lie between it and there. */
  failures?: readonly string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly {
    name: string
    status: string
    message?: string
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[]
  }[]
}

/** Runs a program with its output shown. @returns its exit code */
function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((settle) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => settle(127))
    child.on('close', (code) => settle(code ?? 1))
  })
}

const tool = (name: string) => resolve(root, 'node_modules/.bin', name)

/** Counts a run; one that ended badly without a failed test (it could not start, say) counts as one failure. */
function tally(passed: number, failed: number, code: number): Tally {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

async function vitest(): Promise<Tally> {
  const report = resolve(reports, 'vitest.json')
  const code = await run(tool('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    const place = relative(root, name)
    if (failed.length === 0 && status === 'failed') return [`${place}: ${message ?? 'could not be run'}`]
    return failed.map(({ fullName, failureMessages = [] }) => `${place} > ${fullName}\n${failureMessages.join('\n')}`)
  })
  return { ...tally(numPassedTests, numFailedTests, code), failures }
}

async function playwright(): Promise<Tally> {
  const report = resolve(reports, 'playwright.json')
  const code = await run(tool('playwright'), ['test'], { MOTHLIGHT_REPORT: report })
  const { stats } = JSON.parse(await readFile(report, 'utf8')) as {
    stats: { expected: number; unexpected: number }
  }
  return tally(stats.expected, stats.unexpected, code)
}

/** True once there is a Chromium to test with; installs Debian's where this account may. */
async function hasBrowser(): Promise<boolean> {
  if (chromiumPath()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'])
    const install = (name: string) =>
      run('apt-get', ['install', '-y', '-qq', name], { DEBIAN_FRONTEND: 'noninteractive' })
    if ((await install('chromium-headless-shell')) !== 0) await install('chromium')
  }
  if (chromiumPath()) return true
  process.stderr.write('There is no Chromium: install it (apt install chromium), or set CHROMIUM to one.\n')
  return false
}

async function attempt(suite: () => Promise<Tally>): Promise<Tally> {
  try {
    return await suite()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1 }
  }
}

await mkdir(reports, { recursive: true })
const results = [await attempt(vitest)]
results.push((await hasBrowser()) ? await attempt(playwright) : { passed: 0, failed: 1 })
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
for (const failure of results.flatMap(({ failures = [] }) => failures)) {
  process.stdout.write(`\nfailed: ${failure.slice(0, mostOfAFailure)}\n`)
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
