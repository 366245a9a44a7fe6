import { type Manifest, writeBackup } from '#server/features/backup/public.ts'
import { readConfig } from '#server/config/config.ts'
import { type Command, type ExitCode, type Terminal } from '#cli/command.ts'
import { counted } from '#cli/counted.ts'
import { refuseMissingDatabase } from '#cli/open-database.ts'
import { oneFile, readOptions } from '#cli/read-options.ts'
import { megabytes } from '#cli/step-progress.ts'
import { typedPath } from '#cli/typed-path.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openOutputFile } from './output-file.ts'
import { writeEverything } from './write-everything.ts'

export const backupCommand: Command = {
  usage: 'backup FILE',
  summary: 'Writes everything, attached files too, into one file; Mothlight may be running.',
  details: [
    'FILE must not be there yet; - writes to standard output. It is a tar archive packed with zstd.',
    'It holds password hashes and everything people wrote: keep it as safe as the server itself.',
    'restore reads it, and restore FILE --dry-run looks whether it is whole. docs/backup.md tells more.',
  ],
  run: async (args, terminal) => {
    const { positionals } = readOptions(args, {})
    return runBackup(oneFile('backup', positionals), terminal)
  },
}

async function runBackup(path: string, terminal: Terminal): Promise<ExitCode> {
  refuseMissingDatabase(terminal.env)
  const started = performance.now()
  let written = 0
  const file = await openOutputFile(path, terminal.stdout)
  const manifest = await writeEverything(terminal, file, ({ pool, store, out, signal, onProgress }) =>
    writeBackup(pool, store, out, {
      signal,
      onProgress: (what, bytes) => {
        written = bytes
        onProgress(what, bytes)
      },
    }),
  )
  await noteBackup(path, manifest.createdOn, terminal)
  for (const line of report(manifest, path, written, (performance.now() - started) / 1000)) {
    if (path === '-') terminal.tell(line)
    else terminal.say(line)
  }
  return manifest.attachments.missing.length + manifest.attachments.damaged.length > 0 ? 1 : 0
}

/**
 * Records the backup for `doctor`, which reports the age of the last one. The command doesn't fail if that is
 * impossible.
 */
async function noteBackup(path: string, at: string, { env, tell }: Terminal): Promise<void> {
  const note = join(readConfig(env).dataDir, 'last-backup.json')
  const file = path === '-' ? path : typedPath(path)
  await writeFile(note, `${JSON.stringify({ at, file })}\n`, { mode: 0o600 }).catch((error: Error) => {
    tell(`${note} can’t be written (${error.message}), so doctor will not know of this backup.`)
  })
}

function report({ tables, attachments }: Manifest, path: string, bytes: number, seconds: number): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { files, missing, damaged } = attachments
  const bugs = tables.find(({ name }) => name === 'bugs')?.rows ?? 0
  return [
    `Backed up ${counted(bugs, 'bug')} (${counted(rows, 'row')}) and ${counted(files, 'attached file')} ` +
      `(${megabytes(bytes)} before packing) into ${path === '-' ? 'standard output' : path} in ${seconds.toFixed(1)} s.`,
    ...missing.map((sha256) => `The attached file ${sha256} is not where files are kept, so it is not in the backup.`),
    ...damaged.map((sha256) => `The attached file ${sha256} is damaged where files are kept; a restore leaves it out.`),
  ]
}
