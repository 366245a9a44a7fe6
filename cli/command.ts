/** The exit code of a command: success, failure, or wrong usage. */
export type ExitCode = 0 | 1 | 2

/** One command of the command line. */
export interface Command {
  /** What follows `mothlight` on the command line, in short. */
  readonly usage: string
  /** One sentence. */
  readonly summary: string
  /** Further explanations, one per line. */
  readonly details: readonly string[]
  /**
   * Runs the command.
   * @param args what follows the command's name
   * @throws UsageError when they can't be understood
   */
  run(args: readonly string[]): Promise<ExitCode>
}

/** Thrown for wrong usage; `message` is one sentence that names the option. */
export class UsageError extends Error {
  /** How the command is used in this form, where that is not the command's usual one. */
  readonly usage: string | undefined

  constructor(message: string, options: ErrorOptions & { readonly usage?: string } = {}) {
    super(message, options)
    this.usage = options.usage
  }
}

/** Writes one line of results to stdout. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Writes one line to stderr: progress, warnings, errors. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)
