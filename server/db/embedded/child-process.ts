import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import type { Account } from './account.ts'
import { cannotRun } from './binaries.ts'

export interface ChildOptions {
  readonly account: Account
  readonly cwd: string
  readonly stdio: StdioOptions
  /** A session of its own, out of reach of Ctrl+C. */
  readonly detached?: boolean
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Starts a program of PostgreSQL as the account, without root's groups (Node drops them with the uid) and with nothing
 * of our environment that PostgreSQL would read. `onError` hears when the system won't run it.
 */
export function spawnAs(
  program: string,
  args: readonly string[],
  { account, env, ...options }: ChildOptions,
  onError: (error: Error) => void,
): ChildProcess {
  const identity = account.dropped ? { uid: account.uid, gid: account.gid } : {}
  const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TZ: 'UTC', ...env }
  try {
    return spawn(program, args, { ...options, ...identity, env: environment }).once('error', (error) =>
      onError(cannotRun(program, error)),
    )
  } catch (error) {
    // Some failures, a forbidden change of account among them, are thrown instead.
    throw cannotRun(program, error)
  }
}

/**
 * Whether the server runs as an account other than ours that may be unable to enter the folders above its files. On
 * Linux it doesn't have to: it starts in the cluster as its working folder, with the socket's folder as an open
 * descriptor, and reaches both through /proc, whose links skip the path.
 */
export function reachesThroughProc(account: Account): boolean {
  return account.dropped && process.platform === 'linux'
}

/** The path by which a child knows the folder that is its working folder. */
export function folderAsSeen(folder: string, account: Account): string {
  return reachesThroughProc(account) ? '/proc/self/cwd' : folder
}
