import type { Logger as Log } from '#server/config/log.ts'
import { Logger } from 'graphile-worker'

/** Says nothing of what the job library says. */
export const quietLogger = (): Logger => new Logger(() => () => {})

/** Hands what the job library says to the log, in its own levels; what becomes of each job is logged elsewhere. */
export function libraryLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] === true) return
    if (level === 'error' || level === 'warning') log.warn({ jobs: message }, 'the worker of jobs reports a problem')
    else log.debug({ jobs: message }, 'worker of jobs')
  })
}
