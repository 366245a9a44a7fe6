import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter'
import { nameOf, type SuiteReport, type TestOutcome } from './outcome.ts'
import { runProgram } from './run-program.ts'
import type { Suite, SuiteSettings } from './run-tests.ts'

const noReport: SuiteReport = { tests: [], breakages: [], secondsByFile: new Map() }

/** The journeys in a browser. A second try runs the failed ones alone, with pictures and a report of its own. */
export function playwrightSuite(settings: SuiteSettings): Suite {
  const failedTests = resolve(settings.reports, 'playwright-failed.json')
  return {
    title: 'browser tests',
    pattern: '**/*.spec.ts',
    run: () => playwright(settings, 'playwright.json', [`--last-failed-file=${failedTests}`]),
    async tryAgain(failed) {
      const names = new Set(failed.map(nameOf))
      const repeats = (test: TestOutcome) => names.has(nameOf(test))
      // Without this file everything would be run.
      if (!existsSync(failedTests)) {
        const message = 'the run did not write which tests are to be tried again'
        return { report: { ...noReport, breakages: [{ name: 'playwright', messages: [message] }] }, repeats }
      }
      const args = ['--last-failed', `--last-failed-file=${failedTests}`, '--workers=1']
      const output = `--output=${resolve(settings.reports, 'browser-tests-again')}`
      return { report: await playwright(settings, 'playwright-again.json', [...args, output]), repeats }
    },
  }
}

async function playwright(settings: SuiteSettings, name: string, args: readonly string[]): Promise<SuiteReport> {
  const file = resolve(settings.reports, name)
  const code = await runProgram(settings, settings.program('playwright'), ['test', '--reporter=line,json', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const ended = { name: 'playwright', messages: [`playwright ended with ${code}`] }
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return { ...noReport, breakages: [ended] }
  const { suites, errors, config } = JSON.parse(text) as JSONReport
  const place = (path: string) => relative(settings.root, resolve(config.rootDir, path)).replaceAll('\\', '/')
  const results = suites.flatMap((suite) => resultsOf(suite, []))
  const tests = results.map(({ path, titles, test }) => outcomeOf(place(path), titles.join(' > '), test))
  const breakages = errors.map(({ message, value }) => ({
    name: 'an error of the run itself',
    messages: [message ?? value ?? ''],
  }))
  const isExplained = code === 0 || breakages.length > 0 || tests.some(({ state }) => state === 'failed')
  const secondsByFile = new Map<string, number>()
  for (const { path, test } of results) {
    const seconds = test.results.reduce((sum, { duration }) => sum + duration / 1000, 0)
    secondsByFile.set(place(path), (secondsByFile.get(place(path)) ?? 0) + seconds)
  }
  return { tests, breakages: isExplained ? breakages : [...breakages, ended], secondsByFile }
}

interface Result {
  readonly path: string
  readonly titles: readonly string[]
  readonly test: JSONReportTest
}

/** The outermost suites are the files, whose title is their name. */
function resultsOf({ specs, suites = [] }: JSONReportSuite, titles: readonly string[]): Result[] {
  return [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map((test) => ({ path: file, titles: [...titles, title], test })),
    ),
    ...suites.flatMap((suite) => resultsOf(suite, [...titles, suite.title])),
  ]
}

function outcomeOf(file: string, name: string, test: JSONReportTest): TestOutcome {
  const outcome = { file, name, kind: 'test' } as const
  if (test.status === 'expected' || test.status === 'flaky') return { ...outcome, state: 'passed', messages: [] }
  const messages = test.results.flatMap(({ errors }) => errors.map(({ message }) => message))
  if (test.status === 'unexpected') return { ...outcome, state: 'failed', messages }
  // What a test declared about itself is told as skipped; what never came to run is not.
  if (test.expectedStatus === 'skipped' && test.results.length > 0) {
    const reasons = test.annotations.flatMap(({ description }) => (description ? [description] : []))
    return { ...outcome, state: 'skipped', messages: reasons }
  }
  return { ...outcome, state: 'failed', messages: [...messages, 'was not run'] }
}
