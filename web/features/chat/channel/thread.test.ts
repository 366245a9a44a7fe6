import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatLine } from '#shared/chat/chat-line.ts'
import { emptyThread, hasGap, knownUpTo, unreadOf, withEarlier, withLines, withStanding } from './thread.ts'

const line = (seq: number, more: Partial<ChatLine> = {}): ChatLine => ({
  id: `id${seq}`,
  conversationId: 'c',
  seq,
  sender: 'Ada',
  message: `line ${seq}`,
  sentAt: '2026-11-21T12:00:00.000Z',
  from: 'staff',
  own: false,
  ...more,
})
const standing = {
  conversationId: 'c',
  lines: [],
  more: false,
  visitorSeen: 0,
  staffSeen: 0,
  staffPresent: true,
  canBeReached: false,
  isBlocked: false,
}
const seqs = (thread: typeof emptyThread) => thread.lines.map(({ seq }) => seq)

test('however often and in whatever order lines arrive, each stands once in its place', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }))), (batches) => {
      let thread = emptyThread
      for (const batch of batches)
        thread = withLines(
          thread,
          batch.map((seq) => line(seq)),
        )
      expect(seqs(thread)).toEqual([...new Set(batches.flat())].toSorted((a, b) => a - b))
    }),
  )
})

test('a gap is noticed, and asked for from the last line before it', () => {
  const thread = withLines(emptyThread, [line(1), line(2), line(5)])
  expect(hasGap(thread)).toBe(true)
  expect(knownUpTo(thread)).toBe(2)
  expect(hasGap(withLines(thread, [line(3), line(4)]))).toBe(false)
})

test('a first line that is not the conversation’s first is a gap, unless earlier ones are known to be there', () => {
  expect(hasGap(withLines(emptyThread, [line(3)]))).toBe(true)
  expect(hasGap(withEarlier(emptyThread, { ...standing, lines: [line(3)], more: true }))).toBe(false)
})

test('a line that has arrived is no longer on its way', () => {
  const outgoing = ['a', 'b'].map((clientId) => ({ clientId, message: clientId, writtenAt: '', page: '/' }))
  const thread = withLines({ ...emptyThread, outgoing }, [line(1, { own: true, clientId: 'a' })])
  expect(thread.outgoing.map(({ clientId }) => clientId)).toEqual(['b'])
})

test('whoever has spoken is no longer writing', () => {
  const thread = { ...emptyThread, typing: 'Ada' }
  expect(withLines(thread, [line(1)]).typing).toBeUndefined()
  expect(withLines(thread, [line(1, { sender: 'Bo' })]).typing).toBe('Ada')
})

test('an answer from before takes nothing back that has been read since', () => {
  const thread = { ...emptyThread, visitorSeen: 7 }
  expect(withStanding(thread, { ...standing, visitorSeen: 3, staffSeen: 2 })).toMatchObject({
    visitorSeen: 7,
    staffSeen: 2,
  })
})

test('unread is what others said after the last line that was seen', () => {
  const thread = withLines({ ...emptyThread, visitorSeen: 2 }, [
    line(1),
    line(2),
    line(3),
    line(4, { own: true, from: 'visitor' }),
    line(5, { from: 'product' }),
  ])
  expect(unreadOf(thread)).toBe(2)
})
