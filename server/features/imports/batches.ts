import { type BugIndex, indexOf } from '#server/features/search/public.ts'
import { setImmediate } from 'node:timers/promises'
import { importedRecordId } from '#server/db/record-id.ts'
import type { IdentifiedBug, LineReader } from './line-reader.ts'
import type { SourceLine } from './source-lines.ts'

/** A bug with everything that could be worked out before its transaction. */
export interface PreparedBug extends IdentifiedBug {
  /** What it is found by. */
  readonly index: BugIndex
  /** The ids of its comments, in their order. */
  readonly commentIds: readonly string[]
}

/** The comments of a bug with the ids that they get. */
function commentsOf({ id, comments }: IdentifiedBug) {
  return comments.map(({ createdOn, message }, n) => ({
    id: importedRecordId(`${id} comment ${n}`, createdOn),
    message,
  }))
}

const batchSize = 500
/** Characters of JSON in a batch, so that a file of long texts doesn't fill the memory. */
const batchLength = 4_000_000
/** So many lines are read at a stretch; between stretches the answers of the database are attended to. */
const stretch = 32

/** The good lines in batches for one transaction each. */
export async function* batchesOf(lines: AsyncIterable<SourceLine>, reader: LineReader): AsyncGenerator<PreparedBug[]> {
  let batch: PreparedBug[] = []
  let length = 0
  let read = 0
  for await (const line of lines) {
    const bug = reader.read(line)
    read += 1
    if (read % stretch === 0) await setImmediate()
    if (!bug) continue
    const comments = commentsOf(bug)
    batch.push({ ...bug, index: indexOf(bug, comments), commentIds: comments.map(({ id }) => id) })
    length += line.text?.length ?? 0
    if (batch.length < batchSize && length < batchLength) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * The items of `source`, with the next one in the making while the caller works on the last: reading and the database
 * work at the same time.
 */
export async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // Thrown where it is awaited; meanwhile nobody listens.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}
