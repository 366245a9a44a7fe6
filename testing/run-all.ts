/**
 * The test command: unit and server tests on a real database, then the journeys in a real browser. Installs the
 * browser where it is missing and may be installed. What fails is tried once more at the end, unless `--strict` is given.
 * Ends with `N passed, N failed, N skipped`.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromiumPath, requireChromium } from './chromium.ts'
import { allowedSkips } from './run/allowed-skips.ts'
import { playwrightSuite } from './run/playwright-suite.ts'
import { runProgram } from './run/run-program.ts'
import { runTests, type Suite } from './run/run-tests.ts'
import { vitestSuite } from './run/vitest-suite.ts'

const root = resolve(import.meta.dirname, '..')
const reports = resolve(root, '.cache/reports')
const settings = {
  root,
  reports,
  env: process.env,
  output: 'inherit',
  program: (name: string) => resolve(root, 'node_modules/.bin', name),
} as const

/** Makes sure that there is a Chromium to test with; installs Debian's where this account may. */
async function requireBrowser(): Promise<void> {
  if (chromiumPath()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await runProgram(settings, 'apt-get', ['update', '-qq'])
    const install = (name: string) =>
      runProgram(settings, 'apt-get', ['install', '-y', '-qq', name], { DEBIAN_FRONTEND: 'noninteractive' })
    if ((await install('chromium-headless-shell')) !== 0) await install('chromium')
  }
  requireChromium()
}

const given = process.argv.slice(2)
const unknown = given.filter((argument) => argument !== '--strict')
if (unknown.length > 0) {
  process.stderr.write(
    `npm test knows --strict only, not ${unknown.join(' ')}; for a part: npm run unit -- FILE, npm run e2e -- FILE.\n`,
  )
  process.exit(2)
}

const browserTests = playwrightSuite(settings)
const suites: readonly Suite[] = [
  vitestSuite(settings),
  { ...browserTests, run: () => requireBrowser().then(browserTests.run) },
]
const isGood = await runTests({
  root,
  reports,
  suites,
  isStrict: given.includes('--strict'),
  allowedSkips,
  write: (text) => process.stdout.write(text),
})
process.exit(isGood ? 0 : 1)
