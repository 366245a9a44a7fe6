import { expect, test } from 'vitest'
import type { ChatLine } from '#shared/chat/chat-line.ts'
import { maxBodyLength } from '#shared/bugs/words.ts'
import { bugTextsOf } from './transcript.ts'

const line = (from: ChatLine['from'], sender: string, message: string): ChatLine => ({
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
  const lines = [
    line('visitor', 'Rosa', 'The page is blank.\nAlways.'),
    line('staff', '', 'Since when?'),
    line('visitor', 'Rosa', 'Yesterday'),
  ]
  const texts = bugTextsOf(lines, surroundings, 'Ada')
  expect(texts.title).toBe('The page is blank')
  expect(texts.description).toBe('The page is blank.\nAlways.\n\nYesterday')
  expect(texts.stepsToReproduce).toMatch(
    /^Rosa, Nov 21, 2026, .+: The page is blank\.\nAlways\.\nAda, .+: Since when\?\nRosa, .+: Yesterday\n\nPage: \/page\/bugs\/list\nBrowser: Firefox on Linux \(Mozilla/,
  )
})

test('without a line of the visitor, all chosen ones describe it, and unknown surroundings are left out', () => {
  const texts = bugTextsOf([line('staff', 'Bo', 'I saw it too')], {}, 'Ada')
  expect(texts.description).toBe('I saw it too')
  expect(texts.stepsToReproduce).not.toContain('\n')
})

test('a title is a line of whole words, and texts fit what a bug can hold', () => {
  const { title } = bugTextsOf([line('visitor', 'Rosa', 'word '.repeat(100))], {}, 'Ada')
  expect(title).toMatch(/^(word )+word…$/)
  expect(title.length).toBeLessThanOrEqual(81)
  const long = bugTextsOf(
    Array.from({ length: 20 }, () => line('visitor', 'R', 'x'.repeat(10_000))),
    {},
    'Ada',
  )
  expect(long.description).toHaveLength(maxBodyLength)
})
