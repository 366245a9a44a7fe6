import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** The product as an operator starts it: a process of its own, in a process group of its own. */
export interface ProductProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** Where it listens. */
  readonly origin: string
  /** Returns everything it printed so far. */
  output(): string
  /** Sends a signal and waits for the end. @returns the exit code, null after a signal that can't be handled */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Ends the whole process group at once, as a crash does. */
  crash(): Promise<void>
}

/**
 * Starts the product and waits for its ready line.
 * @param checkout another version's folder
 * @throws Error with its output when it ends instead
 */
export async function startProcess(settings: Record<string, string>, checkout = root): Promise<ProductProcess> {
  const started = launchProcess(settings, ['server/start.js'], checkout)
  const ready = /Mothlight(?: is|'s chat is) ready at (\S+)/
  while (!ready.test(started.output())) {
    const ended = await Promise.race([
      started.ended.then(() => true),
      once(started.child.stdout ?? started.child, 'data').then(() => false),
    ])
    if (ended && !ready.test(started.output())) throw new Error(`The product did not start:\n${started.output()}`)
  }
  const origin = ready.exec(started.output())?.[1] ?? ''
  const { child } = started
  const pid = child.pid ?? 0
  return {
    child,
    pid,
    origin,
    output: started.output,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal)
      return started.ended
    },
    crash: async () => {
      process.kill(-pid, 'SIGKILL')
      await started.ended
    },
  }
}

/** Starts the product where it is expected to refuse. @returns what it printed and its exit code */
export async function refusedStart(settings: Record<string, string>): Promise<{ output: string; code: number | null }> {
  const { output, ended } = launchProcess(settings)
  const code = await ended
  return { output: output(), code }
}

/** Starts the product, or a command of it, without waiting for anything. */
export function launchProcess(
  settings: Record<string, string>,
  program: readonly string[] = ['server/start.js'],
  cwd = root,
) {
  const child = spawn(process.execPath, program, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      // As `npm start` has it.
      MALLOC_ARENA_MAX: '1',
      PORT: '0',
      CHAT_PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, output: () => text }
}

/** Returns the pid of a data folder's PostgreSQL; undefined while none runs. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
