import { ImportFileError, tidyTables } from '#server/features/imports/public.ts'
import {
  emptyMapping,
  type Mapping,
  type Markup,
  moveIn,
  type MoveInSummary,
  type MoveInWatch,
  type Origin,
  readMapping,
  sources,
  TrackerError,
  type TrackerName,
  trackerNames,
} from '#server/features/moving-in/public.ts'
import { type ExitCode, type Terminal, UsageError } from '#cli/command.ts'
import { type ImportFile, openImportFile } from '#cli/import-file.ts'
import { openFileStore } from '#cli/open-file-store.ts'
import { readOptions } from '#cli/read-options.ts'
import { stoppable } from '#cli/stop-signal.ts'
import { typedPath } from '#cli/typed-path.ts'
import { withDatabase } from '#cli/with-database.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { FindingsList } from './findings-list.ts'
import { ImportProgress, worthTidying } from './import-progress.ts'
import { moveInReport } from './move-in-report.ts'

const usage = `import --from ${trackerNames.join('|')} FILE|URL [--dry-run] [--mapping FILE] [--token-file FILE] [--product KEY]`
const tokenVariable = 'MOTHLIGHT_IMPORT_TOKEN'

/** The lines that explain how bugs are imported from another tracker. */
export const moveInHelp: readonly string[] = [
  usage,
  'Reads the issues of another tracker from its own export or its REST interface. docs/moving-in.md tells how.',
  `The token is read from ${tokenVariable} or from the file of --token-file.`,
  '--mapping FILE       what words and fields become; with --dry-run, the file is written',
  '--since DATE         only what changed since, from the REST interface',
  '--markup NAME        textile, markdown or plain, for a tracker that does not say how its texts are written',
  '--product KEY        where the bugs go; without it the oldest product that takes bugs',
  '--include-private    also comments and files that only some can see there; all who see the bug see them here',
]

/** Imports from another tracker. @param args of the command, with `--from` */
export async function runMoveIn(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = optionsOf(args)
  const from = trackerNames.find((name) => name === values.from)
  if (!from) throw wrong(`--from takes one of ${trackerNames.join(', ')}.`)
  const [place, more] = positionals
  if (place === undefined || more !== undefined) throw wrong(`import --from ${from} needs one file or address.`)
  const markup = markups.find((markup) => markup === values.markup)
  if (values.markup !== undefined && !markup) throw wrong(`--markup takes one of ${markups.join(', ')}.`)
  const dryRun = values['dry-run'] ?? false
  const mapping = await mappingOf(values.mapping, dryRun)
  const { origin, file } = await originOf(place, values['token-file'], terminal)
  const plan = {
    from,
    origin,
    mapping,
    markup,
    since: sinceOf(values.since, origin),
    withPrivate: values['include-private'] ?? false,
    product: values.product,
  }
  return run(plan, file, { dryRun, mappingPath: values.mapping }, terminal)
}

const markups: readonly Markup[] = ['textile', 'markdown', 'plain']

function optionsOf(args: readonly string[]) {
  try {
    return readOptions(args, {
      from: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'token-file': { type: 'string' },
      mapping: { type: 'string' },
      markup: { type: 'string' },
      since: { type: 'string' },
      product: { type: 'string' },
      'include-private': { type: 'boolean' },
    })
  } catch (error) {
    throw error instanceof UsageError ? wrong(error.message) : error
  }
}

const wrong = (sentence: string) => new UsageError(sentence, { usage })

interface Plan {
  readonly from: TrackerName
  readonly origin: Origin
  readonly mapping: Mapping
  readonly markup: Markup | undefined
  readonly since: Date | undefined
  readonly withPrivate: boolean
  readonly product: string | undefined
}

interface Running {
  readonly dryRun: boolean
  /** The file that the dry run writes. */
  readonly mappingPath: string | undefined
}

async function run(plan: Plan, file: Read, { dryRun, mappingPath }: Running, terminal: Terminal): Promise<ExitCode> {
  const { env, stderr, say, tell } = terminal
  const started = performance.now()
  const progress = new ImportProgress(file, stderr)
  const interrupt = (line: string) => progress.interrupt(() => tell(line))
  const list = new FindingsList(interrupt)
  const watch: MoveInWatch = {
    ...list.named,
    progress: (bugs, waiting) => progress.update(bugs, waiting),
    files: (done, total) => progress.show(`fetching file ${done + 1} of ${total}`),
    waiting: (seconds) => interrupt(`${sources[plan.from].name} asks to wait: going on in ${seconds} s …`),
  }
  try {
    const summary = await stoppable(
      () => interrupt('Stopping after this batch …'),
      (signal) =>
        dryRun
          ? moveIn({ ...plan, destination: undefined, signal, watch })
          : withDatabase(terminal, async (database, inTx) => {
              const attachments = await openFileStore(env)
              progress.begin()
              const summary = await moveIn({ ...plan, destination: { inTx, attachments }, signal, watch })
              if (summary.bugs.imported >= worthTidying)
                await progress.during('tidying the tables', () => tidyTables(database))
              return summary
            }),
    )
    progress.end()
    list.end()
    const seconds = (performance.now() - started) / 1000
    for (const line of moveInReport(summary, dryRun, seconds)) say(line)
    if (dryRun && mappingPath !== undefined) await writeMapping(mappingPath, summary, say)
    if (summary.bugs.broken) tell(summary.bugs.broken)
    return summary.bugs.bad > 0 || summary.bugs.stopped || summary.bugs.broken ? 1 : 0
  } finally {
    progress.end()
  }
}

type Read = Pick<ImportFile, 'size' | 'read'>

async function originOf(
  place: string,
  tokenFile: string | undefined,
  { env, stdin }: Terminal,
): Promise<{ origin: Origin; file: Read }> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(place))
    return { origin: { address: place, token: await tokenOf(tokenFile, env) }, file: { size: undefined, read: 0 } }
  const file = await openImportFile(place, stdin)
  return { origin: { chunks: file.chunks() }, file }
}

/** Reads the token. It never stands in the command's arguments, which every account of the machine can see. */
async function tokenOf(path: string | undefined, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const text = path === undefined ? env[tokenVariable] : await textOf(path)
  const token = text?.trim()
  if (!token) return undefined
  // The message of a refused header would hold it.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TrackerError('The token holds white space or letters that no token has.')
  return token
}

async function mappingOf(path: string | undefined, dryRun: boolean): Promise<Mapping> {
  if (path === undefined) return emptyMapping
  let text: string
  try {
    text = await textOf(path)
  } catch (error) {
    // A dry run is about to write it.
    if (dryRun && error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
      return emptyMapping
    throw error
  }
  return readMapping(text, path)
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(typedPath(path), 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new ImportFileError(`${path} can’t be read: ${code === 'ENOENT' ? 'there is no such file' : code}.`, {
      cause: error,
    })
  }
}

async function writeMapping(path: string, { mapping }: MoveInSummary, say: Terminal['say']): Promise<void> {
  await writeFile(typedPath(path), `${JSON.stringify(mapping, null, 2)}\n`)
  say(`${path} says what words and fields become: change it, and import with --mapping ${path}.`)
}

function sinceOf(text: string | undefined, origin: Origin): Date | undefined {
  if (text === undefined) return undefined
  const date = /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/.test(text) ? new Date(text) : undefined
  if (!date || Number.isNaN(date.getTime())) throw wrong('--since takes a date such as 2025-03-09.')
  if (!('address' in origin)) throw wrong('--since needs the address of a tracker: a file is read whole.')
  return date
}
