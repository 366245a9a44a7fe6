import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { VitestFile, VitestReport } from './vitest-report.ts'

/**
 * Writes what a run came to into the file that `MOTHLIGHT_REPORT` names. vitest's own JSON says nothing of unhandled
 * errors, of failed hooks, and of files that were to be run and were not.
 */
export default class VitestReporter implements Reporter {
  #plan: string[] = []

  onTestRunStart(specifications: readonly { readonly moduleId: string }[]): void {
    this.#plan = specifications.map(({ moduleId }) => moduleId)
    this.#write({ plan: this.#plan })
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): void {
    this.#write({ plan: this.#plan, end: { files: modules.map(fileOf), errors: errors.map(textOf), reason } })
  }

  #write(report: VitestReport): void {
    const file = process.env['MOTHLIGHT_REPORT']
    if (!file) throw new Error('MOTHLIGHT_REPORT names no file')
    writeFileSync(file, JSON.stringify(report))
  }
}

const textOf = ({ name, message, stack }: Partial<SerializedError>): string => {
  const said = `${name ?? 'Error'}: ${message ?? ''}`
  return stack?.startsWith(said) ? stack : `${said}\n${stack ?? ''}`
}

function fileOf(module: TestModule): VitestFile {
  const tests = [...module.children.allTests()]
  const groups = [...module.children.allSuites()]
  const isLoaded = module.children.size > 0
  const hooks = [module, ...groups].filter((group) => isLoaded && group.errors().length > 0)
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic()
  const milliseconds = duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration
  return {
    file: module.moduleId,
    seconds: milliseconds / 1000,
    isComplete: ['passed', 'failed', 'skipped'].includes(module.state()) && !tests.some(isPending),
    loadErrors: isLoaded ? [] : module.errors().map(textOf),
    hooks: hooks.map((group) => ({
      name: group.type === 'module' ? '' : group.fullName,
      messages: group.errors().map(textOf),
    })),
    tests: tests.filter((test) => !isPending(test) && !isKeptByAHook(test, hooks)).map(testOf),
  }
}

const isPending = (test: TestCase): boolean => test.result().state === 'pending'

/** True for a test that did not run because a hook before it failed: that one is told instead. */
function isKeptByAHook(test: TestCase, failed: readonly (TestModule | TestSuite)[]): boolean {
  if (test.result().state !== 'skipped' || test.options.mode === 'skip' || test.options.mode === 'todo') return false
  let group: TestModule | TestSuite = test.parent
  while (group.type !== 'module' && !failed.includes(group)) group = group.parent
  return failed.includes(group)
}

function testOf(test: TestCase): VitestFile['tests'][number] {
  const result = test.result()
  const name = test.fullName
  if (result.state === 'passed') return { name, state: 'passed', messages: [] }
  if (result.state === 'failed') return { name, state: 'failed', messages: result.errors.map(textOf) }
  return { name, state: 'skipped', messages: result.state === 'skipped' && result.note ? [result.note] : [] }
}
