import type { InTx } from '#server/events/transactor.ts'
import type { AttachmentStore } from '#server/features/attachments/public.ts'
import {
  accountsAmong,
  checkImport,
  importBugs,
  type ImportSummary,
  type SourceLine,
} from '#server/features/imports/public.ts'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Finding, Findings } from './findings.ts'
import { DownloadError, httpUrl, type TrackerClient, trackerClient } from './http/tracker-client.ts'
import { TrackerError } from './http/tracker-error.ts'
import { LineMaker } from './import-lines.ts'
import { linkFor, type Mapping, SeenWords } from './mapping.ts'
import { sources, type TrackerName } from './sources.ts'
import { type StoredFiles, storeFiles, type WantedFile } from './store-files.ts'
import type { Markup } from './markup/context.ts'
import type { TrackerIssue } from './tracker-issue.ts'

/** Where the issues come from. */
export type Origin =
  { readonly address: string; readonly token: string | undefined } | { readonly chunks: AsyncIterable<Buffer> }

/** Where they go; undefined for a dry run. */
export interface Destination {
  readonly inTx: InTx
  readonly attachments: AttachmentStore
}

export interface MoveInPlan {
  readonly from: TrackerName
  readonly origin: Origin
  readonly destination: Destination | undefined
  readonly mapping: Mapping
  readonly markup: Markup | undefined
  readonly since: Date | undefined
  readonly withPrivate: boolean
  /** The key of the product that gets the bugs; undefined: the oldest one that takes bugs. */
  readonly product: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly watch: MoveInWatch
}

export interface MoveInWatch {
  /** An issue could not be imported. @param name its id there, or its line in the file */
  bad(name: string, field: string, why: string): void
  note(name: string, field: string, what: string): void
  progress(bugs: number, waiting: number): void
  /** Files are fetched now: so many of all. */
  files(done: number, total: number): void
  /** The tracker asked to wait. */
  waiting(seconds: number): void
}

export interface MoveInSummary {
  readonly bugs: ImportSummary
  readonly files: StoredFiles | { readonly wanted: number }
  /** Whom the issues name: with an account here, and everybody else. In a dry run, who has an address. */
  readonly people: { readonly known: number; readonly others: number }
  readonly findings: readonly Finding[]
  /** With an entry for every word that was seen. */
  readonly mapping: Mapping
}

/**
 * Imports the issues of another tracker, with their files. Doing it again adds what is new there: issues, comments and
 * files; a bug that is here keeps what it is.
 * @throws TrackerError when nothing can be read; when it breaks off later, the summary says why
 */
export async function moveIn(plan: MoveInPlan): Promise<MoveInSummary> {
  let made: Promise<string> | undefined
  const folder = () => (made ??= mkdtemp(join(tmpdir(), 'mothlight-moving-in-')))
  try {
    return await run(plan, folder)
  } finally {
    if (made) await rm(await made, { recursive: true, force: true })
  }
}

async function run(plan: MoveInPlan, folder: () => Promise<string>): Promise<MoveInSummary> {
  const { from, origin, destination, mapping, watch, signal } = plan
  const source = sources[from]
  const findings = new Findings()
  const seen = new SeenWords(mapping)
  const address = 'address' in origin ? httpUrl(origin.address) : undefined
  const base = address && source.baseOf(address)
  const client =
    base &&
    trackerClient({
      base,
      credentials: 'token' in origin && origin.token ? source.credentials(origin.token) : {},
      ...(source.headers && { headers: source.headers }),
      onWait: (seconds) => watch.waiting(seconds),
      signal,
    })
  const host = base?.host ?? from
  const maker = new LineMaker({
    mapping,
    findings,
    withPrivate: plan.withPrivate,
    hasContent: ({ url, file, open }) =>
      file !== undefined || (client !== undefined && (url !== '' || open !== undefined)),
    open: async ({ file, open, url }) => {
      if (file) return createReadStream(file)
      if (!client) throw new DownloadError('the export does not hold it')
      return open ? open() : client.download(url)
    },
    host,
  })
  let badLines = 0
  const options = {
    findings,
    markup: plan.markup,
    since: plan.since,
    folder,
    linkFor: (words: string) => {
      const target = linkFor(words, mapping)
      seen.link(words, target)
      return target
    },
    onBadLine: (line: number) => {
      badLines += 1
      watch.bad(`line ${line}`, '', 'is not valid JSON')
    },
  }
  const issues =
    'chunks' in origin
      ? source.fromFile(origin.chunks, options)
      : source.fromRest(client as TrackerClient, address as URL, options)
  const files: WantedFile[] = []
  const keys: string[] = []
  const lines = linesOf(untilStopped(issues, signal), maker, seen, files, keys)
  const lineWatch = {
    badLine: (line: number, field: string, why: string) => watch.bad(keys[line - 1] ?? '', field, why),
    note: (line: number, field: string, what: string) => watch.note(keys[line - 1] ?? '', field, what),
    progress: (bugs: number, waiting: number) => watch.progress(bugs, waiting),
  }
  const bugs = destination
    ? await importBugs(destination.inTx, lines, lineWatch, signal, plan.product)
    : await checkImport(lines, lineWatch, signal)
  let broken = bugs.broken
  const store = async ({ inTx, attachments }: Destination): Promise<StoredFiles> => {
    const onFile = (done: number, total: number) => watch.files(done, total)
    try {
      return await storeFiles(files, { inTx, attachments, findings, signal, onFile })
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error
      broken = error.message
      return nothing
    }
  }
  const isWhole = !bugs.stopped && bugs.broken === undefined
  const stored = !destination ? { wanted: files.length } : isWhole ? await store(destination) : nothing
  return {
    bugs: { ...bugs, bad: bugs.bad + badLines, stopped: bugs.stopped || signal?.aborted === true, broken },
    files: stored,
    people: await peopleOf(maker, destination),
    findings: findings.all,
    mapping: seen.mapping,
  }
}

const nothing: StoredFiles = { stored: 0, alreadyThere: 0, refused: 0 }

/** The issues up to where the import is stopped, which may be in the middle of a request. */
async function* untilStopped(
  issues: AsyncIterable<TrackerIssue>,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrackerIssue> {
  try {
    yield* issues
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

async function* linesOf(
  issues: AsyncIterable<TrackerIssue>,
  maker: LineMaker,
  seen: SeenWords,
  files: WantedFile[],
  keys: string[],
): AsyncGenerator<SourceLine> {
  const read = new Set<string>()
  for await (const issue of issues) {
    // While a tracker is read page by page, what changes there may move an issue to a later page.
    if (read.has(issue.id)) continue
    read.add(issue.id)
    const line = maker.line(issue)
    seen.issue(issue)
    files.push(...line.files)
    keys.push(issue.id)
    yield { number: keys.length, text: JSON.stringify(line.record), repaired: false }
  }
}

async function peopleOf({ people }: LineMaker, destination: Destination | undefined) {
  const addresses = [...people.values()].map(({ email }) => email).filter((email) => email !== '')
  const known = destination ? await destination.inTx((tx) => accountsAmong(tx, addresses)) : addresses.length
  return { known, others: people.size - known }
}
