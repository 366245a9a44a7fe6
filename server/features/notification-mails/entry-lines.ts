import { shortened } from '#server/features/mail/public.ts'
import { actorName, entrySentence } from '#shared/history/entry-words.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'

/** What happened at a bug, as one line of a mail. */
export interface EntryLine {
  /** "Ada Lovelace commented" */
  readonly sentence: string
  /** ISO 8601. */
  readonly at: string
  /** The words of a comment, as far as a mail has them. */
  readonly quote?: string
}

/** Characters of a comment that a mail has at most. */
export const longestQuote = 20_000

/**
 * Tells what happened in few lines, oldest first: each comment by itself, and changes of one kind by one person as the last of them
 * with how many there were.
 */
export function entryLines(entries: readonly TimelineEntry[]): EntryLine[] {
  const alike = new Map<string, TimelineEntry[]>()
  for (const entry of entries) {
    const name = entry.comment
      ? entry._id
      : [entry.by?._id, entry.kind, ...entry.changes.map(({ field }) => field)].join(' ')
    alike.set(name, [...(alike.get(name) ?? []), entry])
  }
  return [...alike.values()]
    .flatMap((some) => lineOf(some))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ line }) => line)
}

function lineOf(some: readonly TimelineEntry[]): { line: EntryLine; id: number }[] {
  const last = some.at(-1)
  // A comment that was deleted since is none any more.
  if (!last || last.comment?.isDeleted) return []
  const message = last.comment?.message.trim() ?? ''
  const sentence =
    some.length === 1 ? entrySentence(last) : `${entrySentence(last)} (the last of ${some.length} such changes)`
  return [
    {
      line: { sentence, at: last.at, ...(message !== '' && { quote: shortened(message, longestQuote) }) },
      id: Number(last._id),
    },
  ]
}

/** Who did all of it; undefined where they are several, or not known. */
export function onlyActor(entries: readonly TimelineEntry[]): string | undefined {
  const names = new Set(entries.map((entry) => (entry.by ? actorName(entry) : undefined)))
  return names.size === 1 ? [...names][0] : undefined
}
