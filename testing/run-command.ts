import { openTerminal } from '#cli/command.ts'
import { runCommandLine } from '#cli/command-line.ts'
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const commandLine = resolve(import.meta.dirname, '../cli/mothlight.js')

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  /** Without the lines that tell now and then how far it is: whether any comes depends on the machine. */
  readonly stderr: string
}

type Settings = Readonly<Record<string, string>>

const progress = /^(?!Stopping ).* …\n|^.*\bbugs, [\d,]+\/s.*\n/gm

function environment(settings: Settings) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return { PATH, HOME, TMPDIR, ...settings }
}

/**
 * Runs a command of the command line in this process, which takes a tenth of the time that its own one does.
 * @param settings its only settings, on top of PATH and the like; without DATABASE_URL it would start a database. The folder, that of
 *   temporary files and the log are those of this process
 * @param input its standard input
 */
export async function runCommand(
  args: readonly string[],
  settings: Settings,
  input: string | Buffer = '',
): Promise<CommandResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const texts = Promise.all([text(stdout), text(stderr)])
  const stdin = () => Readable.from([Buffer.from(input)], { objectMode: false })
  const terminal = openTerminal({ env: environment(settings), stdin, stdout, stderr })
  const code = await runCommandLine(args, terminal).finally(() => {
    stdout.end()
    stderr.end()
  })
  return result(code, ...(await texts))
}

/**
 * Runs a command of the command line as its own process, as people do.
 * @param killed ends the process by the signal that is its reason, or at once
 */
export async function runCommandProcess(
  args: readonly string[],
  settings: Settings,
  input: string | Buffer = '',
  killed?: AbortSignal,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [commandLine, ...args], { env: environment(settings) })
  killed?.addEventListener('abort', () => child.kill(killed.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL'))
  // A command that ends without reading its input closes the pipe.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const texts = Promise.all([text(child.stdout), text(child.stderr)])
  await new Promise((end) => child.once('close', end))
  return result(child.exitCode, ...(await texts))
}

const result = (code: number | null, stdout: string, stderr: string): CommandResult => ({
  code,
  stdout,
  stderr: stderr.replaceAll(progress, ''),
})
