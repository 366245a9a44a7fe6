import { expect, test } from 'vitest'
import type { Comment } from '#shared/comments/comment.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import {
  isFurtherBack,
  joined,
  lengthToRead,
  notStored,
  onlyOf,
  sharing,
  textsOf,
  type Timeline,
  withComment,
} from './timeline-pages.ts'

function comment(commentId: string, createdOn: string, message = ''): Comment {
  return {
    commentId,
    user: { _id: 'u', fullName: 'Ann Ash' },
    createdOn,
    message,
    version: 1,
    isDeleted: false,
    mentions: [],
    abilities: { edit: false, delete: false },
  }
}

/** Entries by their numbers; those with a comment's id are comments. */
function timeline(more: boolean, ...entries: Array<number | [number, string]>): Timeline {
  return {
    more,
    entries: entries.map((entry): TimelineEntry => {
      const [id, commentId] = typeof entry === 'number' ? [entry] : entry
      const at = `2026-01-01T00:00:${String(id).padStart(2, '0')}Z`
      return {
        _id: String(id),
        kind: commentId === undefined ? 'edited' : 'comment-added',
        at,
        ...(commentId !== undefined && { comment: comment(commentId, at) }),
        changes: [],
        abilities: { undo: false },
      }
    }),
  }
}

const ids = ({ entries }: Timeline) => entries.map(({ _id }) => _id)

test('what is read anew begins where the known timeline begins, however much further it reaches', () => {
  const known = timeline(true, 5, 6, 7)
  const again = joined(known, timeline(true, 3, 4, 5, 6, 7, 8))
  expect(ids(again)).toEqual(['5', '6', '7', '8'])
  expect(again.more).toBe(true)
})

test('a known timeline that begins with the first entry of all has nothing before it', () => {
  expect(joined(timeline(false, 1, 2), timeline(false, 1, 2, 3)).more).toBe(false)
})

test('earlier entries that came while the end was read again stay', () => {
  const known = timeline(false, 1, 2, 3, 4)
  const again = joined(known, timeline(true, 3, 4, 5))
  expect(ids(again)).toEqual(['1', '2', '3', '4', '5'])
  expect(again.more).toBe(false)
})

test('one reading asks for a little more than is known, and never for more than there may be', () => {
  const none = timeline(true)
  expect(lengthToRead(undefined, none)).toBe(30)
  const known = timeline(true, ...Array.from({ length: 60 }, (_, n) => n + 1))
  expect(lengthToRead(known, none)).toBe(65)
  const much = timeline(true, ...Array.from({ length: 400 }, (_, n) => n + 1))
  expect(lengthToRead(much, none)).toBe(100)
})

test('a stored comment stands at the end before its number is known, and in its place afterwards', () => {
  const late = comment('new', '2026-01-01T00:00:30Z', 'first')
  const appended = withComment(timeline(false, 1, [2, 'a']), late)
  expect(ids(appended)).toEqual(['1', '2', 'new-new'])
  const changed = withComment(appended, { ...late, message: 'second' })
  expect(changed.entries.map((entry) => entry.comment?.message)).toEqual([undefined, '', 'second'])
  expect(ids(joined(appended, timeline(false, 1, [2, 'a'], [3, 'new'])))).toEqual(['1', '2', '3'])
})

test('a comment from before the known part is not put at its end', () => {
  const known = timeline(true, 10, 11)
  expect(withComment(known, comment('old', '2026-01-01T00:00:02Z'))).toBe(known)
})

test('a filter is sifted out of what is known', () => {
  const known = timeline(true, 1, [2, 'a'], 3)
  expect(ids(onlyOf(known, 'comments'))).toEqual(['2'])
  expect(ids(onlyOf(known, 'changes'))).toEqual(['1', '3'])
  expect(onlyOf(known, 'all')).toBe(known)
})

test('entries that are the same stay the same objects, wherever they stand now', () => {
  const old = timeline(true, 5, 6)
  const young = sharing(old, timeline(false, 4, 5, 6, 7))
  expect(young.entries[1]).toBe(old.entries[0])
  expect(young.entries[2]).toBe(old.entries[1])
  expect(ids(young)).toEqual(['4', '5', '6', '7'])
  expect(sharing(young, structuredClone(young))).toBe(young)
})

test('a comment on its way goes as soon as the timeline has it, and one that only resembles an old one stays', () => {
  const sent = { ...comment('on its way', '', 'me too'), user: { _id: 'u', fullName: 'Ann Ash' } }
  const stored = withComment(timeline(false, 1), comment('stored', '2026-01-01T00:00:30Z', 'me too'))
  expect(notStored(stored, [sent])).toEqual([])
  expect(notStored(undefined, [sent])).toEqual([sent])
  expect(notStored(stored, [{ ...sent, message: 'not me' }])).toHaveLength(1)
  const long = { ...stored, entries: [...stored.entries, ...timeline(false, 31, 32, 33).entries] }
  expect(notStored(long, [sent])).toEqual([sent])
})

test('an entry that was not read is further back where there is more, and a place that is no entry never', () => {
  const known = timeline(true, 5, [6, 'abc'])
  expect(isFurtherBack('comment-abc', known)).toBe(false)
  expect(isFurtherBack('entry-5', known)).toBe(false)
  expect(isFurtherBack('comment-xyz', known)).toBe(true)
  expect(isFurtherBack('entry-4', known)).toBe(true)
  expect(isFurtherBack('entry-4', { ...known, more: false })).toBe(false)
  for (const place of ['', 'new-comment', 'bug-steps']) expect(isFurtherBack(place, known)).toBe(false)
})

test('the texts of a timeline are those of its comments', () => {
  const [change, said] = timeline(false, 1, [2, 'abc']).entries
  const entries = [change, said && { ...said, comment: comment('abc', '', '**hello**') }].filter(
    (one) => one !== undefined,
  )
  expect(textsOf({ more: false, entries })).toEqual(['**hello**'])
  expect(textsOf(undefined)).toEqual([])
})
