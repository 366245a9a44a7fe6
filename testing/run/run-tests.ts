import { globSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { allowedReason, type AllowedSkip } from './allowed-skips.ts'
import { failureLines, flakyLine } from './failure-lines.ts'
import { type Breakage, judge, nameOf, type SuiteReport, type TestOutcome } from './outcome.ts'
import type { ProgramSettings } from './run-program.ts'

/** With more first failures than these, something is broken, and nothing is tried again. */
const mostFirstFailures = 20
const dearestFiles = 10

/** Where a suite runs and writes. */
export interface SuiteSettings extends ProgramSettings {
  /** The folder of the reports. */
  readonly reports: string
  /** Returns the path of an installed program. */
  readonly program: (name: string) => string
}

/** Tests of one runner. */
export interface Suite {
  readonly title: string
  /** Its files, from the root. */
  readonly pattern: string
  readonly run: () => Promise<SuiteReport>
  /** Runs what failed with one worker; `repeats` tells which results of the first run this replaces. */
  readonly tryAgain: (
    failed: readonly TestOutcome[],
  ) => Promise<{ readonly report: SuiteReport; readonly repeats: (test: TestOutcome) => boolean }>
}

export interface TestRun {
  readonly root: string
  /** Emptied first: what an earlier run left there must not be taken for this one's. */
  readonly reports: string
  readonly suites: readonly Suite[]
  /** True to try nothing again. */
  readonly isStrict: boolean
  readonly allowedSkips: readonly AllowedSkip[]
  readonly write: (text: string) => void
}

/**
 * Runs all suites, then once more what failed in them, with one worker and nothing else running. What passes then counts
 * as passed and is named as flaky.
 * @returns true if nothing failed
 */
export async function runTests({ root, reports, suites, isStrict, allowedSkips, write }: TestRun): Promise<boolean> {
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })

  const times: { title: string; seconds: number }[] = []
  async function timed<T>(title: string, act: () => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await act()
    } finally {
      times.push({ title, seconds: (performance.now() - began) / 1000 })
    }
  }

  const firstRuns: { suite: Suite; report: SuiteReport }[] = []
  for (const suite of suites) {
    const report = await timed(suite.title, () => suite.run().catch(asReport))
    firstRuns.push({ suite, report: withSilentFiles(report, suite, root) })
  }
  const failures = firstRuns.flatMap(({ report }) => report.tests.filter(isFailure))
  const triesAgain = !isStrict && failures.length <= mostFirstFailures
  const judgements = []
  for (const { suite, report } of firstRuns) {
    const failed = report.tests.filter(isFailure)
    const second =
      triesAgain && failed.length > 0
        ? await timed(`second try of ${suite.title}`, () => suite.tryAgain(failed).catch(asSecondTry))
        : undefined
    judgements.push(judge(report, second))
  }

  const skipped = judgements.flatMap((one) => one.skipped)
  const unlisted = skipped.filter((test) => allowedReason(allowedSkips, test) === undefined)
  const failed = [
    ...judgements.flatMap((one) => one.failed),
    ...unlisted.map((test) => ({
      name: nameOf(test),
      messages: ['was skipped, and testing/run/allowed-skips.ts does not list it', ...test.messages],
    })),
  ]
  const flaky = judgements.flatMap((one) => one.flaky)
  const passed = judgements.reduce((sum, one) => sum + one.passed, 0)

  const lines = [
    ...times.map(({ title, seconds }) => `${title}: ${(seconds / 60).toFixed(1)} min`),
    'dearest files, in seconds of a worker:',
    ...dearest(firstRuns.map(({ report }) => report)),
    ...skipped.map(
      (test) => `skipped: ${nameOf(test)}: ${test.messages[0] ?? allowedReason(allowedSkips, test) ?? ''}`,
    ),
    ...failed.map(failureLines),
    ...(triesAgain || isStrict ? [] : [`${failures.length} tests failed: too many to try them again`]),
    ...flaky.map(flakyLine),
    `${flaky.length} flaky`,
    `${passed} passed, ${failed.length} failed, ${skipped.length - unlisted.length} skipped`,
  ]
  write(`\n${lines.join('\n')}\n`)
  return failed.length === 0 && passed > 0
}

const isFailure = ({ state }: TestOutcome): boolean => state === 'failed'

function asReport(error: unknown): SuiteReport {
  const messages = [error instanceof Error ? error.message : String(error)]
  return { tests: [], breakages: [{ name: 'the run', messages }], secondsByFile: new Map() }
}

/** What failed first counts, beside what kept it from being tried again. */
const asSecondTry = (error: unknown) => ({ report: asReport(error), repeats: () => false })

/** Adds the files that are there and told nothing; one line stands for all where the run itself did not come about. */
function withSilentFiles(report: SuiteReport, { pattern, title }: Suite, root: string): SuiteReport {
  const isAside = (path: string) => /(^|[\\/])(node_modules|dist|data|\.[^\\/]+)$/.test(path)
  const files = globSync(pattern, { cwd: root, exclude: isAside }).map((file) => file.replaceAll('\\', '/'))
  const add = (breakages: readonly Breakage[]) => ({ ...report, breakages: [...report.breakages, ...breakages] })
  if (report.secondsByFile.size === 0) {
    const isUnexplained = report.breakages.length === 0 && files.length > 0
    return isUnexplained ? add([{ name: title, messages: ['none of them told anything'] }]) : report
  }
  const told = new Set([...report.secondsByFile.keys(), ...report.breakages.map(({ name }) => name)])
  const silent = files.filter((file) => !told.has(file)).toSorted()
  return add(silent.map((file) => ({ name: file, messages: ['is there, and told nothing in this run'] })))
}

function dearest(reports: readonly SuiteReport[]): string[] {
  const files = reports.flatMap(({ secondsByFile }) => [...secondsByFile])
  return files
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, dearestFiles)
    .map(([file, seconds]) => `${seconds.toFixed(0).padStart(6)}  ${file}`)
}
