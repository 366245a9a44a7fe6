import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const commandLine = resolve(import.meta.dirname, '../cli/mothlight.js')

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  /** Without the lines that tell now and then how far it is: whether any comes depends on the machine. */
  readonly stderr: string
}

const progress = /^(?!Stopping ).* …\n|^.*\bbugs, [\d,]+\/s.*\n/gm

/**
 * Runs a command of the command line as its own process.
 * @param settings its only settings, on top of PATH and the like; without DATABASE_URL it would start a database
 * @param input its standard input
 * @param killed ends the process by the signal that is its reason, or at once
 */
export async function runCommand(
  args: readonly string[],
  settings: Record<string, string>,
  input: string | Buffer = '',
  killed?: AbortSignal,
): Promise<CommandResult> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  const child = spawn(process.execPath, [commandLine, ...args], { env: { PATH, HOME, TMPDIR, ...settings } })
  killed?.addEventListener('abort', () => child.kill(killed.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL'))
  // A command that ends without reading its input closes the pipe.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const texts = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((end) => child.once('close', end)),
  ])
  return { code: child.exitCode, stdout: texts[0], stderr: texts[1].replaceAll(progress, '') }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream) text += chunk
  return text
}
