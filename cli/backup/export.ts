import { type ExportSummary, writeExport } from '#server/features/backup/public.ts'
import { migrations } from '#migrations/all.ts'
import { type Command, type ExitCode, type Terminal, UsageError } from '#cli/command.ts'
import { refuseMissingDatabase } from '#cli/open-database.ts'
import { oneFile, readOptions } from '#cli/read-options.ts'
import { exportBugsInto } from './export-bugs.ts'
import { missingFile } from './missing-file.ts'
import { openTarget } from './output-file.ts'
import { writeEverything } from './write-everything.ts'

export const exportCommand: Command = {
  usage: 'export FILE [--with-secrets | --bugs | --search WORDS] [--files FOLDER] [--dry-run]',
  summary: 'Writes everything, attached files too, as JSON lines, or bugs alone; Mothlight may be running.',
  details: [
    '--with-secrets       password hashes too, and those by which visitors of the chat are known again',
    '--bugs               the bugs with their comments alone, which any Mothlight imports beside its own bugs',
    '--search WORDS       those that a search finds, such as "is:open label:ui"',
    '--files FOLDER       also writes the attached files of these bugs there; import --files FOLDER reads them',
    '--dry-run            say how many lines there would be, and write nothing',
    'FILE must not be there yet; it is gzipped when its name ends with .gz. - writes to standard output.',
    'Bugs are a table for spreadsheets when its name ends with .csv (or .csv.gz).',
    'import reads everything into an empty database. docs/export-format.md tells what the lines hold.',
  ],
  run: async (args, terminal) => {
    const { values, positionals } = readOptions(args, {
      'with-secrets': { type: 'boolean' },
      bugs: { type: 'boolean' },
      search: { type: 'string' },
      files: { type: 'string' },
      'dry-run': { type: 'boolean' },
    })
    const path = oneFile('export', positionals)
    const [withSecrets, dryRun] = [values['with-secrets'] ?? false, values['dry-run'] ?? false]
    const isOfBugs = values.bugs === true || values.search !== undefined
    if (!isOfBugs && values.files !== undefined)
      throw new UsageError('An export of everything holds the attached files: leave --files out, or add --bugs.')
    if (!isOfBugs) return runExport(path, withSecrets, dryRun, terminal)
    if (withSecrets) throw new UsageError('Bugs hold no secrets: leave --with-secrets out.')
    return exportBugsInto(path, { keywords: values.search ?? '', files: values.files, dryRun }, terminal)
  },
}

async function runExport(path: string, withSecrets: boolean, dryRun: boolean, terminal: Terminal): Promise<ExitCode> {
  refuseMissingDatabase(terminal.env)
  const file = await openTarget(path, dryRun, terminal.stdout)
  const summary = await writeEverything(terminal, file, ({ pool, store, out, signal, onProgress }) =>
    writeExport(pool, store, out, {
      schema: Object.keys(migrations).at(-1) ?? '',
      withSecrets,
      isGzipped: path.endsWith('.gz'),
      signal,
      onProgress,
    }),
  )
  // Standard output may be the export itself.
  const report = path === '-' && !dryRun ? terminal.tell : terminal.say
  reportOf(summary, dryRun).forEach(report)
  for (const sha256 of summary.missing) terminal.tell(missingFile(sha256))
  return summary.missing.length > 0 ? 1 : 0
}

function reportOf({ lines }: ExportSummary, dryRun: boolean): string[] {
  const counts = Object.entries(lines).filter(([, n]) => n > 0)
  const width = Math.max(...counts.map(([type]) => type.length)) + 2
  return [
    dryRun ? 'Would export, in lines:' : 'Exported, in lines:',
    ...counts.map(([type, n]) => `  ${`${type}:`.padEnd(width)}${n.toLocaleString('en-US')}`),
  ]
}
