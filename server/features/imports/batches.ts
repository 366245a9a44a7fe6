import { type BugIndex, indexOf } from '#server/features/search/public.ts'
import type { FoundProduct } from '#server/features/products/public.ts'
import { setImmediate } from 'node:timers/promises'
import { importedRecordId } from '#server/db/record-id.ts'
import type { IdentifiedBug, IdentifiedComments, LineReader } from './line-reader.ts'
import type { SourceLine } from './source-lines.ts'

/** A bug with everything that could be worked out before its transaction. */
export interface PreparedBug extends IdentifiedBug {
  /** What it is found by. */
  readonly index: BugIndex
  /** The ids of its comments, in their order. */
  readonly commentIds: readonly string[]
  readonly internalCommentIds: readonly string[]
}

/** A bug and the product that it goes to. */
export interface PlacedBug extends PreparedBug {
  readonly place: FoundProduct
}

/** Comments for a bug that is stored by then, with the ids that they get. */
export interface MoreComments extends Omit<IdentifiedComments, 'continues'> {
  readonly commentIds: readonly string[]
}

/** What is stored together: bugs, and after them comments that continue those of these or of earlier ones. */
export interface Batch {
  readonly bugs: readonly PreparedBug[]
  readonly more: readonly MoreComments[]
}

/** The comments of a bug with the ids that they get. @param kind tells those of one kind from those of the other */
function commentsOf({ id, comments }: Pick<IdentifiedBug, 'id' | 'comments'>, kind = 'comment') {
  return comments.map(({ externalId, createdOn, message }, n) => ({
    id: importedRecordId(externalId === null ? `${id} ${kind} ${n}` : `${id} ${kind} id ${externalId}`, createdOn),
    message,
  }))
}

const batchSize = 500
/** Characters of JSON in a batch, so that a file of long texts doesn't fill the memory. */
const batchLength = 4_000_000
/** So many lines are read at a stretch; between stretches the answers of the database are attended to. */
const stretch = 32

/** The good lines in batches. */
export async function* batchesOf(lines: AsyncIterable<SourceLine>, reader: LineReader): AsyncGenerator<Batch> {
  let bugs: PreparedBug[] = []
  let more: MoreComments[] = []
  let length = 0
  let read = 0
  for await (const line of lines) {
    const bug = reader.read(line)
    read += 1
    if (read % stretch === 0) await setImmediate()
    if (!bug) continue
    const comments = commentsOf(bug)
    const commentIds = comments.map(({ id }) => id)
    if ('continues' in bug) more.push({ ...bug, commentIds })
    else {
      const internal = commentsOf({ id: bug.id, comments: bug.internalComments }, 'internal comment')
      bugs.push({
        ...bug,
        ...{ index: indexOf(bug, comments), commentIds, internalCommentIds: internal.map(({ id }) => id) },
      })
    }
    length += line.text?.length ?? 0
    if (bugs.length < batchSize && length < batchLength) continue
    yield { bugs, more }
    bugs = []
    more = []
    length = 0
  }
  if (bugs.length + more.length > 0) yield { bugs, more }
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
