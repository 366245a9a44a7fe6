import { version } from '#server/config/version.ts'
import { checkBackup, type Manifest, restoreBackup } from '#server/features/backup/public.ts'
import { migrations } from '#migrations/all.ts'
import { type Command, type ExitCode, type Terminal, UsageError } from '#cli/command.ts'
import { counted } from '#cli/counted.ts'
import { openImportFile } from '#cli/import-file.ts'
import { withPlaceToFill } from '#cli/open-database.ts'
import { oneFile, readOptions } from '#cli/read-options.ts'
import { megabytes, StepProgress } from '#cli/step-progress.ts'
import { stoppable } from '#cli/stop-signal.ts'
import { typedPath } from '#cli/typed-path.ts'

export const restoreCommand: Command = {
  usage: 'restore FILE [--dry-run]',
  summary: 'Puts a backup into an empty data folder or an empty database.',
  details: [
    '--dry-run            read the whole file, say whether it is good, and store nothing',
    'Set DATA_DIR to a new folder, or DATABASE_URL to a database that was just created, and stop Mothlight there.',
    'The whole file is checked first. Then all of it is stored, or nothing: one that was interrupted begins again.',
    'A backup of an older version is brought to this one; one of a newer version is refused. docs/backup.md tells more.',
  ],
  run: async (args, terminal) => {
    const { values, positionals } = readOptions(args, { 'dry-run': { type: 'boolean' } })
    const path = oneFile('restore', positionals)
    if (path === '-') throw new UsageError('restore reads its file twice, so it can’t read standard input.')
    return runRestore(path, values['dry-run'] ?? false, terminal)
  },
}

async function runRestore(
  path: string,
  dryRun: boolean,
  { env, stdin, stderr, say, tell }: Terminal,
): Promise<ExitCode> {
  const { size = 0 } = await openImportFile(path, stdin)
  const started = performance.now()
  const progress = new StepProgress(stderr)
  const reading = (what: string) => (bytes: number) =>
    progress.update(`${what}, ${Math.floor((bytes / Math.max(size, 1)) * 100)} %`)
  const known = Object.keys(migrations)
  try {
    return await stoppable(
      () => tell('Stopping …'),
      async (signal) => {
        const file = typedPath(path)
        const manifest = await checkBackup(file, known, signal, reading('checking the file'))
        if (dryRun) {
          progress.end()
          say(`The file is good: ${contents(manifest)}. Nothing was stored: this was a dry run.`)
          return manifest.attachments.damaged.length > 0 ? 1 : 0
        }
        const step = (what: string) => progress.step(what)
        const summary = await withPlaceToFill(env, step, (database, attachments) => {
          const onRead = reading('restoring')
          return restoreBackup(database, attachments, { path: file, manifest, migrations, signal, onRead, say: step })
        })
        progress.end()
        say(`Restored ${contents(manifest)} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
        for (const name of summary.leftOut) tell(`The table ${name} is none of Mothlight's and was left out.`)
        for (const sha256 of manifest.attachments.damaged) tell(`The attached file ${sha256} was damaged already.`)
        if (summary.isShared) tell(sharedFiles)
        tell('Mail is held: nothing goes out until an administrator releases it under Users, Mail.')
        return 0
      },
    )
  } finally {
    progress.end()
  }
}

const sharedFiles =
  'The place that keeps attached files held those of this installation already: only one of the two may run there, ' +
  'because each deletes files that only the other one knows.'

function contents({ tables, attachments, createdOn, version: madeBy }: Manifest): string {
  const bugs = tables.find(({ name }) => name === 'bugs')?.rows ?? 0
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const files = `${counted(attachments.files, 'attached file')} (${megabytes(attachments.bytes)})`
  const by = madeBy === version ? '' : ` by Mothlight ${madeBy}`
  return `${counted(bugs, 'bug')} (${counted(rows, 'row')}) and ${files} of ${createdOn}${by}`
}
