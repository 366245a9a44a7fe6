export type Level = 'ok' | 'warning' | 'problem'

/** The result of one check of the set-up. */
export interface Finding {
  /** What was checked, in one or two words; the same at every run. */
  readonly check: string
  readonly level: Level
  /** One sentence. */
  readonly message: string
  /** How to solve it; always present for a warning or problem. */
  readonly fix?: string
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message })

export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'warning',
  message,
  fix,
})

export const problem = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'problem',
  message,
  fix,
})

/** Returns what failed, in a few words, without a full stop. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (message || code || String(error)).replace(/\.$/, '')
}
