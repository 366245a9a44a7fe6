// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { Comment } from '#shared/comments/comment.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { boxName, isStored, outgoingComments, parseOutgoing } from './outgoing.ts'

let bugId = ''
let count = 0
beforeEach(() => {
  bugId = `bug ${(count += 1)}`
})

const outgoing = () => outgoingComments('ada', bugId)
const box = () => drafts.read('ada', boxName(bugId)).text
const type = (text: string) => drafts.write('ada', boxName(bugId), text)
const uncertain = { isCertain: false, isRestored: false }
const since = '2026-01-01T00:00:00.000Z'

test('a comment that was refused is back in the box and no longer on its way', () => {
  const sent = outgoing().begin('first', since)
  outgoing().giveBack(sent, { isCertain: true, isRestored: false })
  expect(box()).toBe('first')
  expect(outgoing().list()).toEqual([])
})

test('what was typed since stands after it', () => {
  const sent = outgoing().begin('first', since)
  type('since')
  outgoing().giveBack(sent, uncertain)
  expect(box()).toBe('first\n\nsince')
})

test('sent again unchanged it keeps its key, changed it gets another', () => {
  const sent = outgoing().begin('first', since)
  outgoing().giveBack(sent, uncertain)
  expect(outgoing().begin('first', '2027-01-01T00:00:00.000Z')).toEqual(sent)
  expect(outgoing().begin('first, changed', since).key).not.toBe(sent.key)
  expect(outgoing().begin('first', since).key).not.toBe(sent.key)
})

test('one that turns out to be stored leaves the box, and what was typed after it stays', () => {
  const sent = outgoing().begin('first', since)
  outgoing().giveBack(sent, uncertain)
  outgoing().confirm(sent)
  expect(box()).toBe('')
  expect(outgoing().list()).toEqual([])

  const again = outgoing().begin('second', since)
  type('since')
  outgoing().giveBack(again, uncertain)
  outgoing().confirm(again)
  expect(box()).toBe('since')
})

test('one that turns out to be stored does not take another text along', () => {
  const sent = outgoing().begin('first', since)
  type('first of all')
  outgoing().confirm(sent)
  expect(box()).toBe('first of all')
})

test('stored is what its writer said with the same words later than what was known then', () => {
  const sent = { key: 'k', message: 'words', since, isBack: false }
  const entry = (comment: Partial<Comment>) =>
    ({
      comment: { user: { _id: 'ada' }, message: 'words', createdOn: '2026-01-02T00:00:00.000Z', ...comment },
    }) as TimelineEntry
  const bare = { kind: 'edited', changes: [] } as unknown as TimelineEntry
  expect(isStored([bare, entry({})], sent, 'ada')).toBe(true)
  for (const other of [{ createdOn: since }, { message: 'other' }, { user: { _id: 'ben', fullName: 'Ben' } }]) {
    expect(isStored([entry(other)], sent, 'ada')).toBe(false)
  }
})

test('nothing is read from what is no list of comments', () => {
  for (const json of ['', 'null', '{}', '[', '[1, null, {"key":"k"}]']) expect(parseOutgoing(json)).toEqual([])
})
