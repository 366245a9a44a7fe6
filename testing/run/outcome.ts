/** What one test came to. A hook that failed counts as one test, in place of those that it kept from running. */
export interface TestOutcome {
  /** From the root, with slashes. */
  readonly file: string
  /** The titles from the outermost to the test's own, with ` > ` between them. */
  readonly name: string
  readonly kind: 'test' | 'hook'
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What was wrong, or why it was skipped; each as its runner tells it. */
  readonly messages: readonly string[]
}

/** Something wrong that has no second try: a file that can't be loaded, an unhandled rejection, a run that broke off. */
export interface Breakage {
  readonly name: string
  readonly messages: readonly string[]
}

/** What one run of a suite came to. */
export interface SuiteReport {
  readonly tests: readonly TestOutcome[]
  readonly breakages: readonly Breakage[]
  /** Seconds of a worker, by file. Each file that reported anything is among them. */
  readonly secondsByFile: ReadonlyMap<string, number>
}

/** The name of a test in a run's output, and what tells it from all others. */
export const nameOf = ({ file, name }: TestOutcome): string => `${file} > ${name}`

/** A flaky test failed, and passed when it was tried once more. */
export interface Judgement {
  readonly passed: number
  readonly failed: readonly Breakage[]
  readonly flaky: readonly Breakage[]
  readonly skipped: readonly TestOutcome[]
}

const named = (test: TestOutcome): Breakage => ({ name: nameOf(test), messages: test.messages })

/**
 * Judges a suite by its run and by the second try of what failed in it.
 * @param repeats tells which results of the first run the second one replaces
 */
export function judge(
  first: SuiteReport,
  second?: { readonly report: SuiteReport; readonly repeats: (test: TestOutcome) => boolean },
): Judgement {
  const again = second?.report.tests ?? []
  const tests = [...first.tests.filter((test) => !second?.repeats(test)), ...again]
  const stateAgain = new Map(again.map((test) => [nameOf(test), test.state]))
  const failedFirst = first.tests.filter((test) => test.state === 'failed' && second?.repeats(test))
  const hasPassed = (test: TestOutcome) =>
    test.kind === 'hook' ? !stateAgain.has(nameOf(test)) : stateAgain.get(nameOf(test)) === 'passed'
  const unfinished = failedFirst.filter((test) => !hasPassed(test) && stateAgain.get(nameOf(test)) !== 'failed')
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: [
      ...tests.filter(({ state }) => state === 'failed').map(named),
      ...unfinished.map((test) => ({
        ...named(test),
        messages: [
          stateAgain.has(nameOf(test)) ? 'did not pass when tried again' : 'was not there when it was tried again',
          ...test.messages,
        ],
      })),
      ...first.breakages,
      ...(second?.report.breakages ?? []),
    ],
    flaky: failedFirst.filter(hasPassed).map(named),
    skipped: tests.filter(({ state }) => state === 'skipped'),
  }
}
