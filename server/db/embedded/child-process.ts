import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import type { Account } from './account.ts'
import { cannotRun } from './binaries.ts'

export interface ChildOptions {
  readonly account: Account
  readonly cwd: string
  readonly stdio: StdioOptions
  /** Runs in a session of its own, so that Ctrl+C doesn't reach it. */
  readonly detached?: boolean
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Starts a program of PostgreSQL as the account, without root's groups (Node drops them with the uid) and without the
 * environment variables that PostgreSQL reads. `onError` is called when the system won't run it.
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
    // Some failures, such as a forbidden change of account, are thrown instead.
    throw cannotRun(program, error)
  }
}

/**
 * Returns whether the server runs as another account that may be unable to enter the folders above its files. On Linux
 * it doesn't have to: it starts in the cluster as its working folder, with the socket's folder as an open descriptor,
 * and reaches both through /proc, whose links skip the path.
 */
export function reachesThroughProc(account: Account): boolean {
  return account.dropped && process.platform === 'linux'
}

/** Returns the path by which a child process knows its working folder. */
export function folderAsSeen(folder: string, account: Account): string {
  return reachesThroughProc(account) ? '/proc/self/cwd' : folder
}
