import {
  checkImport,
  importBugs,
  type ImportSummary,
  type ImportWatch,
  sourceLines,
  type SourceLine,
  tidyTables,
} from '#server/features/imports/public.ts'
import { exportHead } from '#server/features/backup/public.ts'
import { type Command, type ExitCode, say, tell } from './command.ts'
import { FindingsList } from './findings-list.ts'
import { importEverything } from './import-everything.ts'
import { type ImportFile, openImportFile } from './import-file.ts'
import { ImportProgress } from './import-progress.ts'
import { importReport } from './import-report.ts'
import { oneFile, readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

/** Number of new bugs from which on the tables are vacuumed after an import. */
const large = 1_000

export const importCommand: Command = {
  usage: 'import FILE [--dry-run]',
  summary: 'Stores the bugs of a JSON lines file, or a whole export; it may be gzipped, and - reads standard input.',
  details: [
    '--dry-run            check every line and store nothing',
    'The same file again changes nothing. docs/import-format.md tells what a line may hold.',
    'A file that export wrote is known by its first line. It needs an empty database: set DATA_DIR to a new folder, or',
    'DATABASE_URL to a database that was just created. All of it is stored, or nothing.',
  ],
  run: async (args) => {
    const { values, positionals } = readOptions(args, { 'dry-run': { type: 'boolean' } })
    const file = await openImportFile(oneFile('import', positionals))
    const dryRun = values['dry-run'] ?? false
    let isSomethingLeftOut = false
    const source = sourceLines(file.chunks(), undefined, () => (isSomethingLeftOut = true))
    const { first, lines } = await peeked(source)
    const code = await (exportHead(first) ? importEverything : runImport)(file, lines, dryRun)
    if (isSomethingLeftOut)
      tell('The gzip file is whole; what follows it in the file is something else and was left out.')
    return code
  },
}

/**
 * Returns the text of the first line, and all lines.
 * @throws ImportFileError when not even the first one can be read
 */
async function peeked(
  source: AsyncGenerator<SourceLine>,
): Promise<{ readonly first: string; readonly lines: AsyncGenerator<SourceLine> }> {
  const first = await source.next()
  async function* lines() {
    if (!first.done) yield first.value
    yield* source
  }
  return { first: (!first.done && first.value.text) || '', lines: lines() }
}

async function runImport(file: ImportFile, lines: AsyncGenerator<SourceLine>, dryRun: boolean): Promise<ExitCode> {
  const stop = new AbortController()
  const onSignal = () => {
    tell('Stopping after this batch …')
    stop.abort()
  }
  // Once each: the second Ctrl+C ends the process at once.
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const started = performance.now()
  const progress = new ImportProgress(file, process.stderr)
  const findings = new FindingsList((line) => progress.interrupt(() => tell(line)))
  const watch: ImportWatch = { ...findings.watch, progress: (bugs, waiting) => progress.update(bugs, waiting) }
  try {
    const summary = dryRun
      ? await checkImport(lines, watch, stop.signal)
      : await withDatabase(async (database, inTx) => {
          progress.begin()
          const summary = await importBugs(inTx, lines, watch, stop.signal)
          if (summary.imported >= large) await progress.during('tidying the tables', () => tidyTables(database))
          return summary
        })
    progress.end()
    findings.end()
    for (const line of importReport(summary, dryRun, (performance.now() - started) / 1000)) say(line)
    if (summary.broken) tell(summary.broken)
    return exitCodeOf(summary)
  } finally {
    progress.end()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

const exitCodeOf = (summary: ImportSummary): ExitCode => (summary.bad > 0 || summary.stopped || summary.broken ? 1 : 0)
