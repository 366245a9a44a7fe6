import { ConfigError } from '#server/config/config.ts'
import { EmbeddedStartError } from '#server/db/embedded/start-embedded.ts'
import { MigrationError } from '#server/db/migrate.ts'
import { BackupError } from '#server/features/backup/public.ts'
import { ImportFileError } from '#server/features/imports/public.ts'
import { UsageError } from './command.ts'

const expected = [UsageError, ConfigError, EmbeddedStartError, MigrationError, ImportFileError, BackupError]

/** Returns one sentence for what the person at the terminal can mend, and the stack of a defect. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (expected.some((kind) => error instanceof kind)) return error.message
  if ('severity' in error) return `The database refused: ${error.message}.`
  if ('syscall' in error)
    return `The database can’t be reached: ${error.message || String((error as NodeJS.ErrnoException).code)}.`
  if (error.message.startsWith('Connection terminated')) return 'The connection to the database was lost.'
  return error.stack ?? error.message
}
