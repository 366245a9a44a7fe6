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
import { type Command, type ExitCode, type Terminal } from '#cli/command.ts'
import { filesOfFolder } from '#cli/files-folder.ts'
import { type ImportFile, openImportFile } from '#cli/import-file.ts'
import { Findings, type StoredFiles, storeFiles } from '#server/features/moving-in/public.ts'
import { openFileStore } from '#cli/open-file-store.ts'
import { oneFile, readOptions } from '#cli/read-options.ts'
import { withDatabase } from '#cli/with-database.ts'
import { FindingsList } from './findings-list.ts'
import { importEverything } from './import-everything.ts'
import { ImportProgress, worthTidying } from './import-progress.ts'
import { filesReport, importReport } from './import-report.ts'
import { moveInHelp, runMoveIn } from './move-in.ts'

export const importCommand: Command = {
  usage: 'import FILE [--dry-run] [--product KEY] [--files FOLDER]',
  summary: 'Stores the bugs of a JSON lines file, or a whole export; it may be gzipped, and - reads standard input.',
  details: [
    '--dry-run            check every line and store nothing',
    '--product KEY        where the bugs go; without it the oldest product that takes bugs. A number in a line’s key is',
    '                     kept where it is free there',
    '--files FOLDER       where the attached files are that the lines name, as export --files writes them',
    'The same file again changes nothing. docs/import-format.md tells what a line may hold.',
    'A file that export wrote is known by its first line. It needs an empty database: set DATA_DIR to a new folder, or',
    'DATABASE_URL to a database that was just created. All of it is stored, or nothing.',
    '',
    ...moveInHelp,
  ],
  run: async (args, terminal) => {
    if (args.some((arg) => arg === '--from' || arg.startsWith('--from='))) return runMoveIn(args, terminal)
    const { values, positionals } = readOptions(args, {
      'dry-run': { type: 'boolean' },
      product: { type: 'string' },
      files: { type: 'string' },
    })
    const openFile = values.files === undefined ? undefined : await filesOfFolder(values.files)
    const file = await openImportFile(oneFile('import', positionals), terminal.stdin)
    const dryRun = values['dry-run'] ?? false
    let isSomethingLeftOut = false
    const source = sourceLines(file.chunks(), undefined, () => (isSomethingLeftOut = true))
    const { first, lines } = await peeked(source)
    const code = exportHead(first)
      ? await importEverything(file, lines, dryRun, terminal)
      : await runImport(file, lines, { dryRun, product: values.product, openFile }, terminal)
    if (isSomethingLeftOut)
      terminal.tell('The gzip file is whole; what follows it in the file is something else and was left out.')
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

interface ImportOptions {
  readonly dryRun: boolean
  readonly product: string | undefined
  /** Opens the attached files that lines name; undefined where nobody said where they are. */
  readonly openFile: Awaited<ReturnType<typeof filesOfFolder>> | undefined
}

async function runImport(
  file: ImportFile,
  lines: AsyncGenerator<SourceLine>,
  { dryRun, product, openFile }: ImportOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { env, stderr, say, tell } = terminal
  const stop = new AbortController()
  const onSignal = () => {
    tell('Stopping after this batch …')
    stop.abort()
  }
  // Once each: the second Ctrl+C ends the process at once.
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const started = performance.now()
  const progress = new ImportProgress(file, stderr)
  const findings = new FindingsList((line) => progress.interrupt(() => tell(line)))
  const refused = new Findings()
  let files: StoredFiles | undefined
  const watch: ImportWatch = { ...findings.watch, progress: (bugs, waiting) => progress.update(bugs, waiting) }
  try {
    const summary = dryRun
      ? await checkImport(lines, watch, stop.signal)
      : await withDatabase(terminal, async (database, inTx) => {
          progress.begin()
          const summary = await importBugs(inTx, lines, watch, stop.signal, product)
          if (openFile && !summary.stopped && !summary.broken)
            files = await storeFiles(
              summary.files.map((listed) => ({ ...listed, open: () => openFile(listed.file) })),
              {
                inTx,
                attachments: await openFileStore(env),
                findings: refused,
                signal: stop.signal,
                onFile: (done, total) => progress.show(`storing file ${done + 1} of ${total}`),
              },
            )
          if (summary.imported >= worthTidying) await progress.during('tidying the tables', () => tidyTables(database))
          return { ...summary, stopped: summary.stopped || stop.signal.aborted }
        })
    progress.end()
    findings.end()
    for (const line of importReport(summary, dryRun, (performance.now() - started) / 1000)) say(line)
    for (const line of filesReport(summary, files, refused, dryRun)) say(line)
    if (summary.broken) tell(summary.broken)
    return files && files.refused > 0 ? 1 : exitCodeOf(summary)
  } finally {
    progress.end()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

const exitCodeOf = (summary: ImportSummary): ExitCode => (summary.bad > 0 || summary.stopped || summary.broken ? 1 : 0)
