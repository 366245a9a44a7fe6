import { openAttachmentStore } from '#server/features/attachments/public.ts'
import type { Database } from '#server/db/database.ts'
import type { Terminal } from '#cli/command.ts'
import { withOpenDatabase } from '#cli/open-database.ts'
import { megabytes, StepProgress } from '#cli/step-progress.ts'
import { stoppable } from '#cli/stop-signal.ts'
import type pg from 'pg'
import type { Writable } from 'node:stream'
import type { OutputFile } from './output-file.ts'

/** The source and the target of the data. */
interface Writing {
  readonly pool: pg.Pool
  readonly openSnapshot: Database['openSnapshot']
  readonly store: ReturnType<typeof openAttachmentStore>['store']
  readonly out: Writable
  readonly signal: AbortSignal
  /** Called with what is being written, and how many bytes were. */
  readonly onProgress: (what: string, bytes: number) => void
}

/**
 * Writes the database and the attached files of the settings into a file, also those of a running Mothlight. It shows
 * progress, and Ctrl+C cancels it. A failed or cancelled run leaves no file behind.
 * @throws a sentence for the operator where the file can't be written
 */
export async function writeEverything<T>(
  { env, stderr, tell }: Terminal,
  file: OutputFile,
  write: (writing: Writing) => Promise<T>,
): Promise<T> {
  const progress = new StepProgress(stderr)
  const onProgress = (what: string, bytes: number) => progress.update(`${what}, ${megabytes(bytes)}`)
  try {
    const result = await stoppable(
      () => tell('Stopping …'),
      (signal) =>
        withOpenDatabase(
          env,
          'command',
          (what) => progress.step(what),
          ({ database: { pool, openSnapshot }, config, log }) =>
            write({
              pool,
              openSnapshot,
              store: openAttachmentStore(config, log).store,
              out: file.out,
              signal,
              onProgress,
            }),
        ),
    )
    await file.keep()
    return result
  } catch (error) {
    await file.discard()
    throw file.explained(error)
  } finally {
    progress.end()
  }
}
