import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat/chat-message.ts'
import { maxBodyLength } from '#shared/bugs/words.ts'
import { bugTextsOf } from './transcript.ts'

const message = (from: ChatMessage['from'], sender: string, message: string): ChatMessage => ({
  id: 'id',
  conversationId: 'c',
  seq: 1,
  sender,
  message,
  sentAt: '2026-11-21T18:04:00.000Z',
  from,
  own: sender === '',
})
const surroundings = { page: '/page/bugs/list', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

test('the visitor’s words describe the bug, and the transcript says how to see it', () => {
  const messages = [
    message('visitor', 'Rosa', 'The page is blank.\nAlways.'),
    message('staff', '', 'Since when?'),
    message('visitor', 'Rosa', 'Yesterday'),
  ]
  const texts = bugTextsOf(messages, surroundings, 'Ada')
  expect(texts.title).toBe('The page is blank')
  expect(texts.description).toBe('The page is blank.\nAlways.\n\nYesterday')
  expect(texts.stepsToReproduce).toMatch(
    /^Rosa, Nov 21, 2026, .+: The page is blank\.\nAlways\.\nAda, .+: Since when\?\nRosa, .+: Yesterday\n\nPage: \/page\/bugs\/list\nBrowser: Firefox on Linux \(Mozilla/,
  )
})

test('without a message of the visitor, all chosen ones describe it, and unknown surroundings are left out', () => {
  const texts = bugTextsOf([message('staff', 'Bo', 'I saw it too')], {}, 'Ada')
  expect(texts.description).toBe('I saw it too')
  expect(texts.stepsToReproduce).not.toContain('\n')
})

test('a title is a line of whole words, and texts fit what a bug can hold', () => {
  const { title } = bugTextsOf([message('visitor', 'Rosa', 'word '.repeat(100))], {}, 'Ada')
  expect(title).toMatch(/^(word )+word…$/)
  expect(title.length).toBeLessThanOrEqual(81)
  const long = bugTextsOf(
    Array.from({ length: 20 }, () => message('visitor', 'R', 'x'.repeat(10_000))),
    {},
    'Ada',
  )
  expect(long.description).toHaveLength(maxBodyLength)
})
