export type Level = 'ok' | 'warning' | 'problem'

/** What one look at the set-up found. */
export interface Finding {
  /** What was looked at, in one or two words; the same at every run. */
  readonly check: string
  readonly level: Level
  /** One sentence. */
  readonly message: string
  /** What to do about it; always there for a warning or problem. */
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

/** What failed, in a few words, without a full stop. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (message || code || String(error)).replace(/\.$/, '')
}
