import { isMigrated } from '#server/db/migrate.ts'
import { BackupError } from '#server/features/backup/public.ts'
import { exportBugs, operatorOf } from '#server/features/exporting/public.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { migrations } from '#migrations/all.ts'
import { type ExitCode, type Terminal, UsageError } from '#cli/command.ts'
import { counted } from '#cli/counted.ts'
import { type FilesFolder, openFilesFolder } from '#cli/files-folder.ts'
import { refuseMissingDatabase } from '#cli/open-database.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { missingFile } from './missing-file.ts'
import { openTarget } from './output-file.ts'
import { writeEverything } from './write-everything.ts'

interface BugsOptions {
  readonly keywords: string
  /** The folder that gets the attached files. */
  readonly files: string | undefined
  readonly dryRun: boolean
}

/** Writes the bugs that a search finds into a file, in the format that its name says. */
export async function exportBugsInto(
  path: string,
  { keywords, files, dryRun }: BugsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const search = parseSearch(keywords)
  if (!search.ok) throw new UsageError(`--search: ${search.mistake.message}`)
  const format = /\.csv(\.gz)?$/i.test(path) ? 'csv' : 'jsonl'
  if (files !== undefined && format === 'csv') throw new UsageError('A table names no files: leave --files out.')
  refuseMissingDatabase(terminal.env)
  const file = await openTarget(path, dryRun, terminal.stdout)
  let bugs = 0
  let folder: FilesFolder | undefined
  await writeEverything(terminal, file, async ({ pool, openSnapshot, store, out, signal, onProgress }) => {
    if (!(await isMigrated(pool, migrations))) {
      throw new BackupError('The database has the schema of another version: upgrade it first (mothlight migrate).')
    }
    folder = files === undefined ? undefined : await openFilesFolder(files, store, { dryRun, signal })
    const snapshot = await openSnapshot()
    const actor = await operatorOf(snapshot.db)
    let bytes = 0
    const content = Readable.from(
      exportBugs(
        snapshot,
        actor,
        { format, keywords },
        {
          onProgress: (written) => {
            bugs = written
            onProgress(counted(written, 'bug'), bytes + (folder?.bytes ?? 0))
          },
          ...(folder && { keepFile: folder.keep }),
        },
      ),
      { objectMode: false },
    ).on('data', (chunk: Buffer) => (bytes += chunk.length))
    await (path.endsWith('.gz') ? pipeline(content, createGzip(), out, { signal }) : pipeline(content, out, { signal }))
  })
  // Standard output may be the export itself.
  const report = path === '-' && !dryRun ? terminal.tell : terminal.say
  const withFiles = folder ? `, and ${counted(folder.kept, 'file')} into ${files}` : ''
  report(`${dryRun ? 'Would export' : 'Exported'} ${counted(bugs, 'bug')}${withFiles}.`)
  for (const sha256 of folder?.missing ?? []) terminal.tell(missingFile(sha256))
  return folder && folder.missing.size > 0 ? 1 : 0
}
