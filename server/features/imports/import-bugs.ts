import type { InTx } from '#server/events/transactor.ts'
import { batchesOf, oneAhead } from './batches.ts'
import { storeBatch } from './bug-batch-store.ts'
import { readableLines } from './import-file-error.ts'
import { LineReader, type LineWatch } from './line-reader.ts'
import { foreseeLinks, linkPhase, type LinkSummary, type WantedLink } from './link-phase.ts'
import type { KnownPeople } from './people-store.ts'
import type { SourceLine } from './source-lines.ts'

export interface ImportWatch extends LineWatch {
  /** So many bugs are settled so far: stored, or there already; `waiting` more are read. */
  progress(bugs: number, waiting: number): void
}

export interface ImportSummary extends LinkSummary {
  readonly imported: number
  readonly alreadyThere: number
  readonly comments: number
  /** People who were met for the first time. */
  readonly people: number
  readonly bad: number
  /** Lines that were imported with a note. */
  readonly noted: number
  /** Stopped by the signal; what was stored stays, and the same import again does the rest. */
  readonly stopped: boolean
  /** Why the file could not be read to its end, in a sentence; what came before is imported. */
  readonly broken: string | undefined
}

/**
 * Stores the bugs of a file, each batch in a transaction of its own, then links the duplicates among them. Doing it
 * again with the same file changes nothing.
 * @param signal stops between two batches
 */
export async function importBugs(
  inTx: InTx,
  lines: AsyncIterable<SourceLine>,
  watch: ImportWatch,
  signal?: AbortSignal,
): Promise<ImportSummary> {
  const reader = new LineReader(watch, new Date())
  const known: KnownPeople = new Map()
  const wanted: WantedLink[] = []
  const sum = { imported: 0, alreadyThere: 0, comments: 0, people: 0 }
  let broken: string | undefined
  const readable = readableLines(lines, (why) => (broken = why))
  for await (const batch of oneAhead(batchesOf(readable, reader))) {
    if (signal?.aborted) break
    const stored = await inTx((tx) => storeBatch(tx, batch, known))
    sum.imported += stored.bugs
    sum.alreadyThere += batch.length - stored.bugs
    sum.comments += stored.comments
    sum.people += stored.people
    for (const { id, product, duplicateOf } of batch) if (duplicateOf) wanted.push({ id, product, duplicateOf })
    const settled = sum.imported + sum.alreadyThere
    watch.progress(settled, reader.good - settled)
  }
  const nothing = { linked: 0, missing: 0, circles: 0 }
  const link = () => inTx((tx) => linkPhase(tx, wanted, (name) => reader.idOf(name)))
  const links = signal?.aborted || wanted.length === 0 ? nothing : await link()
  return { ...sum, ...links, bad: reader.bad, noted: reader.noted, stopped: signal?.aborted ?? false, broken }
}

/** Reads a whole file as an import would and says what it found; needs no database, so nothing counts as there already. */
export async function checkImport(
  lines: AsyncIterable<SourceLine>,
  watch: ImportWatch,
  signal?: AbortSignal,
): Promise<ImportSummary> {
  const reader = new LineReader(watch, new Date())
  const wanted: WantedLink[] = []
  let comments = 0
  let broken: string | undefined
  for await (const line of readableLines(lines, (why) => (broken = why))) {
    if (signal?.aborted) break
    const bug = reader.read(line)
    if (!bug) continue
    comments += bug.comments.length
    if (bug.duplicateOf) wanted.push({ id: bug.id, product: bug.product, duplicateOf: bug.duplicateOf })
    if (reader.good % 500 === 0) watch.progress(reader.good, 0)
  }
  return {
    imported: reader.good,
    alreadyThere: 0,
    comments,
    people: 0,
    ...foreseeLinks(wanted, (name) => reader.idOf(name)),
    bad: reader.bad,
    noted: reader.noted,
    stopped: signal?.aborted ?? false,
    broken,
  }
}
