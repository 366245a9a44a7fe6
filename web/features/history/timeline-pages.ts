import { replaceEqualDeep } from '@tanstack/react-query'
import { defaultTimelineLength, maxTimelineLength, type TimelineFilter } from '#shared/history/contract.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'

/** What is known of a bug's timeline: its end, oldest first. */
export interface Timeline {
  readonly entries: readonly TimelineEntry[]
  /** There are earlier entries. */
  readonly more: boolean
}

/** Numbers of entries that this client has made up start with this. */
const madeUp = 'new-'

/** What was said. */
export function textsOf(timeline: Timeline | undefined): readonly string[] {
  return timeline?.entries.flatMap(({ comment }) => (comment ? [comment.message] : [])) ?? []
}

/** The place of an entry on the page, as the address names it. */
export const anEntry = /^(comment|entry)-\w+$/

/** Whether a place is that of an entry which is further back than what was read. */
export function isFurtherBack(place: string, { entries, more }: Timeline): boolean {
  if (!more || !anEntry.test(place)) return false
  return entries.every(({ _id, comment }) => place !== `entry-${_id}` && place !== `comment-${comment?.commentId}`)
}

/** The number of the first entry; undefined for an empty timeline. */
export function startOf(timeline: Timeline | undefined): number | undefined {
  const first = timeline?.entries.find(({ _id }) => !_id.startsWith(madeUp))
  return first && Number(first._id)
}

/** How many entries to ask for so that one answer probably reaches back as far as what is known, and a little more. */
export function lengthToRead(known: Timeline | undefined, read: Timeline): number {
  if (!known) return defaultTimelineLength
  const left = known.entries.length - read.entries.length
  return Math.min(Math.max(left + 5, defaultTimelineLength), maxTimelineLength)
}

/**
 * What was read anew in the place of what was known. It begins where the known timeline begins: nothing that is on the
 * page goes, and nothing comes above it.
 */
export function joined(known: Timeline | undefined, read: Timeline): Timeline {
  const start = startOf(known)
  const first = startOf(read)
  if (!known || start === undefined || first === undefined) return read
  if (first <= start) {
    const entries = read.entries.filter(({ _id }) => Number(_id) >= start)
    return { entries, more: read.more || entries.length < read.entries.length }
  }
  // Earlier entries were asked for while this was read.
  const before = known.entries.filter(({ _id }) => Number(_id) < first)
  return { entries: [...before, ...read.entries], more: known.more }
}

/** The entry of a comment that is stored while its number is not known yet. */
export function entryOfNew(comment: Comment): TimelineEntry {
  return {
    _id: `${madeUp}${comment.commentId}`,
    kind: 'comment-added',
    at: comment.createdOn,
    by: comment.user,
    comment,
    changes: [],
    abilities: { undo: false },
  }
}

/** The timeline with a comment as it is now: in its place, or at the end when it is new. */
export function withComment(timeline: Timeline, comment: Comment): Timeline {
  const isKnown = timeline.entries.some((entry) => entry.comment?.commentId === comment.commentId)
  if (isKnown) {
    const entries = timeline.entries.map((entry) =>
      entry.comment?.commentId === comment.commentId ? { ...entry, comment } : entry,
    )
    return { ...timeline, entries }
  }
  // An older one that this part of the timeline does not reach.
  const last = timeline.entries.at(-1)
  if (last && last.at > comment.createdOn) return timeline
  return { ...timeline, entries: [...timeline.entries, entryOfNew(comment)] }
}

/** So many last entries may hold a comment whose storing is told by the timeline before it is told by its own answer. */
const lately = 3

/** Comments on their way that the timeline does not show already: its news may overtake the answer to the sender. */
export function notStored(timeline: Timeline | undefined, sending: readonly Comment[]): readonly Comment[] {
  const last = timeline?.entries.slice(-lately) ?? []
  return sending.filter(({ user, message }) =>
    last.every(({ comment }) => comment?.message !== message || comment.user._id !== user._id),
  )
}

/** Only the entries that a filter lets through. */
export function onlyOf(timeline: Timeline, filter: TimelineFilter): Timeline {
  if (filter === 'all') return timeline
  const isWanted = ({ kind }: TimelineEntry) => (kind === 'comment-added') === (filter === 'comments')
  return { ...timeline, entries: timeline.entries.filter(isWanted) }
}

/** The new timeline, with the very objects of the old one for entries that are the same: those need not render again. */
export function sharing(old: Timeline | undefined, young: Timeline): Timeline {
  if (!old) return young
  const known = new Map(old.entries.map((entry) => [entry._id, entry]))
  const entries = young.entries.map((entry) => replaceEqualDeep(known.get(entry._id), entry))
  const isSame = old.more === young.more && old.entries.length === entries.length
  return isSame && entries.every((entry, index) => entry === old.entries[index]) ? old : { ...young, entries }
}
