import type { Actor } from '#server/access/actor.ts'
import type { Snapshot } from '#server/db/database.ts'
import { type AskedSearch, findEach, searchOf } from '#server/features/finding/public.ts'
import { endLine, maxLineLength } from '#server/features/imports/public.ts'
import type { ExportFormat } from '#shared/exporting/contract.ts'
import { bugLine, commentsText, lineEnd, lineStart, moreStart } from './bug-line.ts'
import { bugRow, headRow } from './bug-row.ts'
import { commentsInPieces, type ExportedBug, exportedBugs, inPieces } from './exported-bugs.ts'

/** Bugs that are looked at at once. */
const idsAtOnce = 100

const formats = {
  jsonl: { head: () => '', line: bugLine, end: endLine, isWhole: true },
  csv: { head: headRow, line: bugRow, end: () => '', isWhole: false },
} as const

export interface ExportOptions {
  /** Told how many bugs are written; what it throws ends the export. */
  readonly onProgress?: (bugs: number) => void | Promise<void>
  /** Puts the content with a SHA-256 beside the lines. @returns whether it is there */
  readonly keepFile?: (sha256: string) => Promise<boolean>
  /** In bytes; what would be longer goes on in another line. */
  readonly longestLine?: number
}

/**
 * Writes the bugs that a search finds, in its order, as their reader may see them.
 * @param snapshot is ended with this
 * @throws AppError invalid-input for keywords that can't be meant
 */
export async function* exportBugs(
  snapshot: Snapshot,
  actor: Actor,
  { format, ...asked }: AskedSearch & { readonly format: ExportFormat },
  { onProgress = () => {}, keepFile, longestLine = maxLineLength }: ExportOptions = {},
): AsyncGenerator<string> {
  const { head, line, end, isWhole } = formats[format]
  const { db } = snapshot
  let written = 0
  /** Puts the files of bugs beside the lines. @returns the SHA-256 of those that are there */
  async function keptOf(bugs: readonly ExportedBug[]): Promise<Set<string>> {
    const kept = new Set<string>()
    if (keepFile === undefined) return kept
    for (const { sha256 } of bugs.flatMap(({ files }) => files)) if (await keepFile(sha256)) kept.add(sha256)
    return kept
  }
  /** A bug with more comments than are read at once; what the import would not take in one line goes on in the next. */
  async function* longLine(bug: ExportedBug): AsyncGenerator<string> {
    const start = lineStart(bug, await keptOf([bug]))
    yield start
    let [between, bytes] = ['', Buffer.byteLength(start)]
    for await (const comments of commentsInPieces(db, actor, bug.item._id)) {
      const text = commentsText(comments)
      const own = Buffer.byteLength(text) + 1
      if (between !== '' && bytes + own + lineEnd.length > longestLine) {
        const more = moreStart(bug)
        yield lineEnd + more
        ;[between, bytes] = ['', Buffer.byteLength(more)]
      }
      yield between + text
      between = ','
      bytes += own
      await onProgress(written)
    }
    yield lineEnd
  }
  try {
    let text = head()
    for await (const ids of findEach(db, searchOf(asked), actor, idsAtOnce)) {
      for (const piece of await inPieces(db, actor, ids, isWhole)) {
        const isApart = isWhole && piece.isLong
        const bugs = await exportedBugs(db, actor, piece.ids, { withComments: isWhole && !isApart, forLines: isWhole })
        if (!isApart) {
          const kept = await keptOf(bugs)
          text += bugs.map((bug) => line(bug, kept)).join('')
        }
        if (text) yield text
        text = ''
        if (isApart) for (const bug of bugs) yield* longLine(bug)
        written += bugs.length
        await onProgress(written)
      }
    }
    yield text + end(written)
  } finally {
    await snapshot.end()
  }
}
