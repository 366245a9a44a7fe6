/** How a command ended: all good, something failed, or it was called wrongly. */
export type ExitCode = 0 | 1 | 2

/** One command of the command line. */
export interface Command {
  /** What follows `mothlight` on the command line, in short. */
  readonly usage: string
  /** One sentence. */
  readonly summary: string
  /** What there is to say beyond that, a line each. */
  readonly details: readonly string[]
  /**
   * @param args what follows the command's name
   * @throws UsageError when they can't be understood
   */
  run(args: readonly string[]): Promise<ExitCode>
}

/** The command was called wrongly; `message` is one sentence that names the option. */
export class UsageError extends Error {}

/** One line on stdout: what was asked for. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** One line on stderr: progress, warnings, errors. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)
