import { OptionError } from './parse-options.ts'
import { Closing } from './processes/closing.ts'

/** One of the measuring programs, as npm starts it. */
export interface Program<Options extends { readonly help: boolean }> {
  /** Prefix of each line of progress. */
  readonly name: string
  /** What `--help` and a wrong option print. */
  readonly usage: string
  /** Reads the options. @throws OptionError */
  readonly readOptions: (args: readonly string[]) => Options
  /** Returns the milliseconds after which a run counts as stuck. */
  readonly longest: (options: Options) => number
  /**
   * Runs the measurement.
   * @param closing receives what must be undone, however the run ends
   * @returns the exit code
   */
  readonly run: (options: Options, say: (line: string) => void, closing: Closing) => Promise<number>
  /** The exit code for a failure; 1 by default. */
  readonly failedCode?: number
  /** Returns in one sentence why it failed; undefined for a defect, which is printed with its stack. */
  readonly sentenceOf?: (error: unknown) => string | undefined
}

/** Runs it with the arguments of this process: prints what fails, and undoes everything at the end or at a signal. */
export async function runProgram<Options extends { readonly help: boolean }>(program: Program<Options>): Promise<void> {
  const { name, usage, readOptions, longest, run, failedCode = 1, sentenceOf } = program
  const say = (line: string) => process.stderr.write(`${name}: ${line}\n`)
  const closing = new Closing()
  let givenUp = false
  const giveUp = (code: number) => {
    givenUp = true
    void closing.now().finally(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(130))
  const failed = (error: unknown) => {
    // An interrupted run fails in many ways, none of which matters.
    if (!givenUp) say(sentenceOf?.(error) ?? explain(error, usage))
    process.exitCode = failedCode
  }
  try {
    const options = readOptions(process.argv.slice(2))
    if (options.help) return console.log(usage)
    const overdue = () => {
      say('it takes too long; giving up')
      giveUp(failedCode)
    }
    setTimeout(overdue, longest(options)).unref()
    process.exitCode = await run(options, say, closing)
  } catch (error) {
    failed(error)
  } finally {
    await closing.now().catch(failed)
  }
}

function explain(error: unknown, usage: string): string {
  if (error instanceof OptionError) return `${error.message}\n\n${usage}`
  if (!(error instanceof Error)) return String(error)
  return [error.stack ?? error.message, ...(error.cause instanceof Error ? [error.cause.message] : [])].join('\n')
}
