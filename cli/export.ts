import { type ExportSummary, writeExport } from '#server/features/backup/public.ts'
import { migrations } from '#migrations/all.ts'
import { Writable } from 'node:stream'
import { type Command, type ExitCode, say, tell } from './command.ts'
import { refuseMissingDatabase } from './open-database.ts'
import { openOutputFile, type OutputFile } from './output-file.ts'
import { oneFile, readOptions } from './read-options.ts'
import { writeEverything } from './write-everything.ts'

export const exportCommand: Command = {
  usage: 'export FILE [--with-secrets] [--dry-run]',
  summary: 'Writes everything, attached files too, as JSON lines; Mothlight may be running.',
  details: [
    '--with-secrets       password hashes too, and those by which visitors of the chat are known again',
    '--dry-run            say how many lines there would be, and write nothing',
    'FILE must not be there yet; it is gzipped when its name ends with .gz. - writes to standard output.',
    'import reads it into an empty database. docs/export-format.md tells what the lines hold.',
  ],
  run: async (args) => {
    const { values, positionals } = readOptions(args, {
      'with-secrets': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    })
    return runExport(oneFile('export', positionals), values['with-secrets'] ?? false, values['dry-run'] ?? false)
  },
}

async function runExport(path: string, withSecrets: boolean, dryRun: boolean): Promise<ExitCode> {
  refuseMissingDatabase()
  const file = dryRun ? nowhere() : await openOutputFile(path)
  const summary = await writeEverything(file, ({ pool, store, out, signal, onProgress }) =>
    writeExport(pool, store, out, {
      schema: Object.keys(migrations).at(-1) ?? '',
      withSecrets,
      isGzipped: path.endsWith('.gz'),
      signal,
      onProgress,
    }),
  )
  // Standard output may be the export itself.
  const report = path === '-' && !dryRun ? tell : say
  reportOf(summary, dryRun).forEach(report)
  for (const sha256 of summary.missing) tell(`The attached file ${sha256} is missing or damaged where files are kept.`)
  return summary.missing.length > 0 ? 1 : 0
}

function nowhere(): OutputFile {
  const out = new Writable({ write: (_chunk, _encoding, done) => done() })
  return { out, keep: async () => {}, discard: async () => {}, explained: (error) => error }
}

function reportOf({ lines }: ExportSummary, dryRun: boolean): string[] {
  const counts = Object.entries(lines).filter(([, n]) => n > 0)
  const width = Math.max(...counts.map(([type]) => type.length)) + 2
  return [
    dryRun ? 'Would export, in lines:' : 'Exported, in lines:',
    ...counts.map(([type, n]) => `  ${`${type}:`.padEnd(width)}${n.toLocaleString('en-US')}`),
  ]
}
