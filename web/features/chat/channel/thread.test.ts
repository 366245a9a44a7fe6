import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat/chat-message.ts'
import { emptyThread, hasGap, knownUpTo, unreadOf, withEarlier, withMessages, withState } from './thread.ts'

const message = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `id${seq}`,
  conversationId: 'c',
  seq,
  sender: 'Ada',
  message: `message ${seq}`,
  sentAt: '2026-11-21T12:00:00.000Z',
  from: 'staff',
  own: false,
  ...more,
})
const state = {
  conversationId: 'c',
  lines: [],
  more: false,
  visitorSeen: 0,
  staffSeen: 0,
  staffPresent: true,
  canBeReached: false,
  isBlocked: false,
}
const seqs = (thread: typeof emptyThread) => thread.messages.map(({ seq }) => seq)

test('however often and in whatever order messages arrive, each stands once in its place', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }))), (batches) => {
      let thread = emptyThread
      for (const batch of batches)
        thread = withMessages(
          thread,
          batch.map((seq) => message(seq)),
        )
      expect(seqs(thread)).toEqual([...new Set(batches.flat())].toSorted((a, b) => a - b))
    }),
  )
})

test('a gap is noticed, and asked for from the last message before it', () => {
  const thread = withMessages(emptyThread, [message(1), message(2), message(5)])
  expect(hasGap(thread)).toBe(true)
  expect(knownUpTo(thread)).toBe(2)
  expect(hasGap(withMessages(thread, [message(3), message(4)]))).toBe(false)
})

test('a first message that is not the conversation’s first is a gap, unless earlier ones are known to be there', () => {
  expect(hasGap(withMessages(emptyThread, [message(3)]))).toBe(true)
  expect(hasGap(withEarlier(emptyThread, { ...state, lines: [message(3)], more: true }))).toBe(false)
})

test('a message that has arrived is no longer on its way', () => {
  const outgoing = ['a', 'b'].map((clientId) => ({ clientId, message: clientId, writtenAt: '', page: '/' }))
  const thread = withMessages({ ...emptyThread, outgoing }, [message(1, { own: true, clientId: 'a' })])
  expect(thread.outgoing.map(({ clientId }) => clientId)).toEqual(['b'])
})

test('whoever has spoken is no longer writing', () => {
  const thread = { ...emptyThread, typing: 'Ada' }
  expect(withMessages(thread, [message(1)]).typing).toBeUndefined()
  expect(withMessages(thread, [message(1, { sender: 'Bo' })]).typing).toBe('Ada')
})

test('an answer from before takes nothing back that has been read since', () => {
  const thread = { ...emptyThread, visitorSeen: 7 }
  expect(withState(thread, { ...state, visitorSeen: 3, staffSeen: 2 })).toMatchObject({
    visitorSeen: 7,
    staffSeen: 2,
  })
})

test('unread is what others said after the last message that was seen', () => {
  const thread = withMessages({ ...emptyThread, visitorSeen: 2 }, [
    message(1),
    message(2),
    message(3),
    message(4, { own: true, from: 'visitor' }),
    message(5, { from: 'product' }),
  ])
  expect(unreadOf(thread)).toBe(2)
})
