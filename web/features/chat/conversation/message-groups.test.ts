import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat/chat-message.ts'
import { emptyThread } from '../channel/thread.ts'
import { dayName } from './day-separator.tsx'
import { dayGroups } from './message-groups.ts'
import { waitingWords } from './waiting-time.tsx'

const message = (seq: number, sentAt: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `id${seq}`,
  conversationId: 'c',
  seq,
  sender: 'Ada',
  message: `message ${seq}`,
  sentAt,
  from: 'staff',
  own: false,
  ...more,
})

test('messages of one sender within minutes stand together; another sender, a pause or a day part them', () => {
  const messages = [
    message(1, '2026-11-20T12:00:00.000Z'),
    message(2, '2026-11-20T12:01:00.000Z'),
    message(3, '2026-11-20T12:02:00.000Z', { sender: 'Bo' }),
    message(4, '2026-11-20T12:03:00.000Z'),
    message(5, '2026-11-20T12:30:00.000Z'),
    message(6, '2026-11-22T12:30:00.000Z'),
  ]
  const days = dayGroups({ ...emptyThread, messages }, 'visitor')
  expect(days.map(({ groups }) => groups.map((group) => group.messages.map(({ seq }) => seq)))).toEqual([
    [[1, 2], [3], [4], [5]],
    [[6]],
  ])
})

test('one’s own messages are by You, and those on their way come last and keep their element when they arrive', () => {
  const own = message(1, '2026-11-20T12:00:00.000Z', { own: true, from: 'visitor', clientId: 'k1' })
  const outgoing = [{ clientId: 'k2', message: 'next', writtenAt: '2026-11-20T12:00:30.000Z', page: '/' }]
  const [day] = dayGroups({ ...emptyThread, messages: [own], outgoing }, 'visitor')
  expect(day?.groups).toHaveLength(1)
  expect(day?.groups[0]).toMatchObject({ sender: 'You', own: true })
  expect(day?.groups[0]?.messages.map(({ key }) => key)).toEqual(['k1', 'k2'])
})

test('days are named as people do', () => {
  const now = new Date(2026, 10, 21, 0, 30)
  expect(dayName(new Date(2026, 10, 21, 0, 1), now)).toBe('Today')
  expect(dayName(new Date(2026, 10, 20, 0, 1), now)).toBe('Yesterday')
  expect(dayName(new Date(2026, 10, 16, 12), now)).toBe('Monday, November 16')
  expect(dayName(new Date(2025, 10, 16, 12), now)).toBe('November 16, 2025')
})

test('waiting is told in words that stay short', () => {
  expect(waitingWords(20_000)).toBe('waits < 1 min')
  expect(waitingWords(5 * 60_000)).toBe('waits 5 min')
  expect(waitingWords(3 * 3_600_000)).toBe('waits 3 h')
  expect(waitingWords(72 * 3_600_000)).toBe('waits 3 days')
  expect(waitingWords(NaN)).toBe('waits < 1 min')
})
