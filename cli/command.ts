import type { Readable, Writable } from 'node:stream'

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
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>
}

/** Where a command was called: what it reads and writes, and its settings. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  /** Called by those that read it: it may be a terminal that then waits for somebody to type. */
  readonly stdin: () => Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Writes one line of results to stdout. */
  readonly say: (line: string) => void
  /** Writes one line to stderr: progress, warnings, errors. */
  readonly tell: (line: string) => void
}

/** Returns where this process was called. */
export const terminalOfProcess = (): Terminal =>
  openTerminal({ env: process.env, stdin: () => process.stdin, stdout: process.stdout, stderr: process.stderr })

/** Returns the terminal that has these streams and settings. */
export function openTerminal(from: Pick<Terminal, 'env' | 'stdin' | 'stdout' | 'stderr'>): Terminal {
  const { env, stdin, stdout, stderr } = from
  return {
    env,
    stdin,
    stdout,
    stderr,
    say: (line) => void stdout.write(`${line}\n`),
    tell: (line) => void stderr.write(`${line}\n`),
  }
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
