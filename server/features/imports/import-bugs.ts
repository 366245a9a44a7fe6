import type { Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { receivingProducts } from '#server/features/products/public.ts'
import { batchesOf, oneAhead, type PlacedBug, type PreparedBug } from './batches.ts'
import { storeBatch, storeMore } from './bug-batch-store.ts'
import { filesOf, type ListedFile } from './imported-files.ts'
import { ImportFileError, readableLines } from './import-file-error.ts'
import { LineReader, type LineWatch } from './line-reader.ts'
import { linkBugs, linksAtOnce, type WantedBugLink } from './bug-links.ts'
import { foreseeLinks, linkPhase, type LinkSummary, waitForImportedLinks, type WantedLink } from './link-phase.ts'
import type { KnownPeople } from './people-store.ts'
import type { SourceLine } from './source-lines.ts'

export interface ImportWatch extends LineWatch {
  /** So many bugs are settled so far: stored, or there already; `waiting` more are read. */
  progress(bugs: number, waiting: number): void
}

export interface ImportSummary extends LinkSummary {
  readonly imported: number
  readonly alreadyThere: number
  /** How many of these got new comments. */
  readonly continued: number
  readonly comments: number
  /** People who were met for the first time. */
  readonly people: number
  /** Links other than those of duplicates. */
  readonly links: LinkSummary
  /** Those that the lines of bugs tell of; their content is stored apart. */
  readonly files: readonly ListedFile[]
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
 * @param productKey where the bugs go; absent: each to the product with which its key begins, else to the oldest that takes bugs
 * @throws ImportFileError for a product that takes none
 */
export async function importBugs(
  inTx: InTx,
  lines: AsyncIterable<SourceLine>,
  watch: ImportWatch,
  signal?: AbortSignal,
  productKey?: string,
): Promise<ImportSummary> {
  const placed = await inTx((tx) => placerFor(tx, productKey))
  const reader = new LineReader(watch, new Date())
  const known: KnownPeople = new Map()
  const wanted: WantedLink[] = []
  const wantedLinks: WantedBugLink[] = []
  const files: ListedFile[] = []
  const sum = { imported: 0, alreadyThere: 0, continued: 0, comments: 0, people: 0 }
  let broken: string | undefined
  const readable = readableLines(lines, (why) => (broken = why))
  for await (const read of oneAhead(batchesOf(readable, reader))) {
    if (signal?.aborted) break
    const batch = read.bugs.map(placed)
    const store = () => inTx((tx) => storeBatch(tx, batch, known))
    const stored = await store().catch((error: unknown) => {
      if (!isNumberTaken(error)) throw error
      // A report had the number and was not committed yet. Whom the batch has met is forgotten with it.
      known.clear()
      return store()
    })
    sum.imported += stored.bugs
    sum.alreadyThere += batch.length - stored.bugs
    sum.continued += stored.continued
    sum.comments += stored.comments
    sum.people += stored.people
    const more = read.more.length === 0 ? undefined : await inTx((tx) => storeMore(tx, read.more, known))
    sum.comments += more?.comments ?? 0
    sum.people += more?.people ?? 0
    const exposed = [...stored.exposed, ...(more?.exposed ?? [])].map(({ externalId }) => externalId)
    for (const externalId of new Set(exposed)) {
      watch.note(
        reader.lineOf(externalId) ?? 0,
        'private',
        `‘${externalId}’ is private there and not here: its new comments are left out; make the bug private here and import again`,
      )
    }
    for (const bug of batch) {
      const { id, product, duplicateOf, links } = bug
      files.push(...filesOf(bug))
      if (duplicateOf) wanted.push({ id, product, duplicateOf })
      for (const { kind, id: other } of links) wantedLinks.push({ id, product, kind, other })
    }
    const settled = sum.imported + sum.alreadyThere
    watch.progress(settled, reader.good - settled)
  }
  const nothing = { linked: 0, missing: 0, circles: 0 }
  const idInFile = (name: string) => reader.idOf(name)
  const inLinkTx = <Result>(work: (tx: Tx) => Promise<Result>) =>
    inTx(async (tx) => {
      await waitForImportedLinks(tx)
      return work(tx)
    })
  const isStopped = () => signal?.aborted ?? false
  const linked = isStopped() || wanted.length === 0 ? nothing : await inLinkTx((tx) => linkPhase(tx, wanted, idInFile))
  let links: LinkSummary = nothing
  for (let from = 0; from < wantedLinks.length && !isStopped(); from += linksAtOnce) {
    const some = wantedLinks.slice(from, from + linksAtOnce)
    const made = await inLinkTx((tx) => linkBugs(tx, some, idInFile))
    links = {
      linked: links.linked + made.linked,
      missing: links.missing + made.missing,
      circles: links.circles + made.circles,
    }
  }
  return { ...sum, ...linked, links, files, bad: reader.bad, noted: reader.noted, stopped: isStopped(), broken }
}

const isNumberTaken = (error: unknown) => (error as { constraint?: string } | null)?.constraint === 'bugs_by_number'

/** Returns what says where each bug goes. */
async function placerFor(tx: Tx, key: string | undefined): Promise<(bug: PreparedBug) => PlacedBug> {
  const products = await receivingProducts(tx)
  const named = (key: string) => products.find((product) => product.key === key.toUpperCase())
  const target = key === undefined ? products[0] : named(key)
  if (!target) {
    const keys = products.map((product) => product.key).join(', ')
    throw new ImportFileError(`No product that takes bugs has the key ${key ?? ''}; there are: ${keys}.`)
  }
  return (bug) => {
    const own = key === undefined && bug.productKey !== null ? named(bug.productKey) : undefined
    // In its own product, that product's name is no word of another tracker.
    return { ...bug, place: own ?? target, ...(own && own.name === bug.product && { product: null }) }
  }
}

/** Reads a whole file as an import would and says what it found; needs no database, so nothing counts as there already. */
export async function checkImport(
  lines: AsyncIterable<SourceLine>,
  watch: ImportWatch,
  signal?: AbortSignal,
): Promise<ImportSummary> {
  const reader = new LineReader(watch, new Date())
  const wanted: WantedLink[] = []
  const named: string[] = []
  const files: ListedFile[] = []
  let comments = 0
  let broken: string | undefined
  for await (const line of readableLines(lines, (why) => (broken = why))) {
    if (signal?.aborted) break
    const bug = reader.read(line)
    if (!bug) continue
    comments += bug.comments.length
    if ('continues' in bug) continue
    files.push(...filesOf(bug))
    if (bug.duplicateOf) wanted.push({ id: bug.id, product: bug.product, duplicateOf: bug.duplicateOf })
    named.push(...bug.links.map(({ id }) => id))
    if (reader.good % 500 === 0) watch.progress(reader.good, 0)
  }
  return {
    imported: reader.good,
    alreadyThere: 0,
    continued: 0,
    comments,
    people: 0,
    ...foreseeLinks(wanted, (name) => reader.idOf(name)),
    links: {
      linked: named.filter((name) => reader.idOf(name)).length,
      missing: named.filter((name) => !reader.idOf(name)).length,
      circles: 0,
    },
    files,
    bad: reader.bad,
    noted: reader.noted,
    stopped: signal?.aborted ?? false,
    broken,
  }
}
