import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Breakage, SuiteReport, TestOutcome } from './outcome.ts'
import { runProgram } from './run-program.ts'
import type { Suite, SuiteSettings } from './run-tests.ts'
import type { VitestFile, VitestReport } from './vitest-report.ts'

const reporter = resolve(import.meta.dirname, 'vitest-reporter.ts')

/** The unit and server tests. A second try runs whole files, since a file's tests may share what one of them prepared. */
export function vitestSuite(settings: SuiteSettings): Suite {
  return {
    title: 'unit and server tests',
    pattern: '**/*.test.{ts,tsx}',
    run: () => vitest(settings, 'vitest.json', []),
    async tryAgain(failed) {
      const files = new Set(failed.map(({ file }) => file))
      const paths = [...files].map((file) => resolve(settings.root, file))
      const report = await vitest(settings, 'vitest-again.json', [
        ...paths,
        '--maxWorkers=1',
        '--no-file-parallelism',
        '--isolate',
      ])
      const silent = [...files].filter((file) => !report.secondsByFile.has(file))
      const breakages = silent.map((file) => ({ name: file, messages: ['told nothing when it was tried again'] }))
      return {
        report: { ...report, breakages: [...report.breakages, ...breakages] },
        repeats: ({ file }) => files.has(file) || report.secondsByFile.has(file),
      }
    },
  }
}

async function vitest(settings: SuiteSettings, name: string, args: readonly string[]): Promise<SuiteReport> {
  const file = resolve(settings.reports, name)
  const code = await runProgram(
    settings,
    settings.program('vitest'),
    ['run', '--reporter=default', `--reporter=${reporter}`, ...args],
    { MOTHLIGHT_REPORT: file },
  )
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const { plan = [], end } = text === undefined ? {} : (JSON.parse(text) as Partial<VitestReport>)
  const ended = `vitest ended with ${code}`
  if (!end) {
    const message = `${ended}, before ${plan.length > 0 ? `all of ${plan.length} files had` : 'any file had'} been run`
    return { tests: [], breakages: [{ name: 'vitest', messages: [message] }], secondsByFile: new Map() }
  }
  const place = (path: string) => relative(settings.root, path).replaceAll('\\', '/')
  const files = end.files.map((one) => ({ ...one, file: place(one.file) }))
  const tests = files.flatMap(outcomesOf)
  const breakages: Breakage[] = [
    ...files.flatMap(breakagesOf),
    ...end.errors.map((message) => ({ name: 'an unhandled error', messages: [message] })),
  ]
  const isExplained = code === 0 || breakages.length > 0 || tests.some(({ state }) => state === 'failed')
  if (!isExplained || end.reason === 'interrupted') breakages.push({ name: 'vitest', messages: [ended] })
  return { tests, breakages, secondsByFile: new Map(files.map(({ file, seconds }) => [file, seconds])) }
}

function outcomesOf({ file, hooks, tests }: VitestFile): TestOutcome[] {
  return [
    ...hooks.map(({ name, messages }) => {
      const place = name === '' ? 'a hook of the file' : `${name} > a hook`
      return { file, name: place, kind: 'hook', state: 'failed', messages } as const
    }),
    ...tests.map((test) => ({ file, kind: 'test', ...test }) as const),
  ]
}

function breakagesOf({ file, loadErrors, isComplete }: VitestFile): Breakage[] {
  if (loadErrors.length > 0) return [{ name: file, messages: loadErrors }]
  return isComplete ? [] : [{ name: file, messages: ['broke off before its tests had ended'] }]
}
