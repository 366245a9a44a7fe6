import { expect, test } from 'vitest'
import { mergedCommentWords, whatMoves } from './merge-words.ts'

test('what moves is counted, and what there is none of is left out', () => {
  expect(whatMoves({ followerCount: 0, affectedCount: 1, commentCount: 0, mergedCommentCount: 0 })).toEqual([
    '1 affected person counts at the original.',
  ])
  expect(whatMoves({ followerCount: 2, affectedCount: 3, commentCount: 1, mergedCommentCount: 3 })).toEqual([
    '2 followers will get the original’s notifications.',
    '3 affected people count at the original.',
    '4 comments show at the original.',
  ])
})

test('merged comments are counted with the bugs they are from', () => {
  expect(mergedCommentWords(1, 1)).toBe('1 comment from 1 merged bug')
  expect(mergedCommentWords(3, 2)).toBe('3 comments from 2 merged bugs')
})
