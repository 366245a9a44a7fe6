import { expect, test } from 'vitest'
import { compareAnswers } from './compare-answers.ts'
import type { Answer, AnsweredBug } from './world.ts'

const bug = (id: string, more: Partial<AnsweredBug> = {}): AnsweredBug => ({ id, facts: { title: id }, ...more })
const answer: Answer = {
  ...{ n: 0, role: 'staff', query: { keywords: 'lamp' }, status: 200 },
  ...{ pagination: { totalCount: 2 }, bugs: [bug('a'), bug('b')] },
}
const counted = (after: Answer) =>
  compareAnswers([answer], [after]).flatMap(({ means, count }) => (count > 0 ? [means] : []))

test('equal answers differ in nothing, also where a later version tells more of a bug', () => {
  expect(counted(answer)).toEqual([])
  expect(counted({ ...answer, bugs: [bug('a', { facts: { title: 'a', priority: 'high' } }), bug('b')] })).toEqual([])
})

test.each<[string, Partial<Answer>]>([
  ['another status or refusal', { status: 400 }],
  ['other corrections', { corrected: [{ from: 'lmap', to: 'lamp' }] }],
  ['another total', { pagination: { totalCount: 3 } }],
  ['other bugs on the page', { bugs: [bug('a')] }],
  ['the same bugs in another order', { bugs: [bug('b'), bug('a')] }],
  ['other matches of a bug', { bugs: [bug('a'), bug('b', { matches: [] })] }],
  ['other facts of a bug', { bugs: [bug('a'), bug('b', { facts: { title: 'B' } })] }],
  ['the same query has another answer the second time', { again: { status: 200, bugs: [] } }],
])('%s is counted, and nothing else', (means, change) => {
  expect(counted({ ...answer, ...change })).toEqual([means])
})

test('answers to other queries are not compared', () => {
  expect(() => compareAnswers([answer], [])).toThrow('1 answers')
  expect(() => compareAnswers([answer], [{ ...answer, query: {} }])).toThrow('not to the same query')
})
