// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { adoptAnonymousMessages, newMessage, outbox } from './outbox.ts'

beforeEach(() => localStorage.clear())

const messages = (writer: string, conversationId = '') =>
  outbox(writer, conversationId)
    .messages()
    .map(({ message }) => message)

test('messages on their way outlive the page, in the order in which they were written', () => {
  const box = outbox('', '')
  box.keep({ ...newMessage('second'), writtenAt: '2026-11-21T12:00:02.000Z' })
  box.keep({ ...newMessage('first'), writtenAt: '2026-11-21T12:00:01.000Z' })
  expect(messages('')).toEqual(['first', 'second'])
})

test('each writer and each conversation has its own', () => {
  outbox('', '').keep(newMessage('a visitor'))
  outbox('ada', 'c1').keep(newMessage('an answer'))
  expect(messages('')).toEqual(['a visitor'])
  expect(messages('ada')).toEqual([])
  expect(messages('ada', 'c1')).toEqual(['an answer'])
})

test('what one tab drops another one does not bring back', () => {
  const [here, there] = [outbox('', ''), outbox('', '')]
  const message = newMessage('sent')
  here.keep(message)
  there.keep(newMessage('waiting'))
  here.drop(message.clientId)
  expect(messages('')).toEqual(['waiting'])
})

test('who logs in takes along what they wrote before', () => {
  outbox('', '').keep(newMessage('before the login'))
  adoptAnonymousMessages('rosa')
  expect(messages('')).toEqual([])
  expect(messages('rosa')).toEqual(['before the login'])
})

test('what is stored may be anything', () => {
  localStorage.setItem('mothlight-chat-outgoing:::x', '{not json')
  localStorage.setItem('mothlight-chat-outgoing:::y', '{"clientId":1}')
  localStorage.setItem('mothlight-chat-outgoing:::z', 'null')
  expect(messages('')).toEqual([])
})
