import { expect, test } from 'vitest'
import { judge, summary } from './budgets.ts'

const product = { requestsPerSecond: 1000, p95: 60, p99: 70 }
const alone = (bugs: number) => ({ bugs, connections: 1 })
const loaded = { bugs: 100_000, connections: 32 }

test('a read that is asked alone is judged by its p95, its pace and the number of bugs', () => {
  const read = { scenario: 'list', pace: 'quick', product } as const
  expect(judge(read, alone(100_000))).toEqual({ says: 'p95 60 of 50 ms', isMet: false })
  expect(judge({ ...read, pace: 'other' }, alone(100_000))).toEqual({ says: 'p95 60 of 150 ms', isMet: true })
  expect(judge(read, alone(1_000_000))).toEqual({ says: 'p95 60 of 300 ms', isMet: true })
  expect(judge(read, alone(1_000_001))).toBeUndefined()
})

test('under load the list is judged by its requests a second, and writes by their p99', () => {
  expect(judge({ scenario: 'list', pace: 'quick', product }, loaded)).toEqual({ says: '1000/s of 1500', isMet: false })
  const comment = { scenario: 'comment', pace: undefined, product }
  expect(judge(comment, loaded)).toEqual({ says: 'p99 70 of 60 ms', isMet: false })
  expect(judge(comment, { ...loaded, connections: 8 })).toBeUndefined()
})

test('a run without an answer keeps no budget', () => {
  const silent = { requestsPerSecond: 0, p95: NaN, p99: NaN }
  for (const scenario of ['list', 'report']) {
    expect(judge({ scenario, pace: undefined, product: silent }, loaded)).toMatchObject({ isMet: false })
  }
  expect(judge({ scenario: 'view', pace: 'quick', product: silent }, alone(1000))).toMatchObject({ isMet: false })
})

test('the summary names what is missed, and is silent where no budget is set', () => {
  const kept = { says: 'p95 1 of 2 ms', isMet: true }
  expect(summary([{ name: 'a', judgement: undefined }])).toEqual([])
  expect(summary([{ name: 'a', judgement: kept }])).toEqual(['Budgets: all 1 are kept.'])
  expect(
    summary([
      { name: 'a', judgement: kept },
      { name: 'b', judgement: { ...kept, isMet: false } },
    ]),
  ).toEqual(['Budgets: 1 of 2 are kept. Missed:', '- b: p95 1 of 2 ms'])
})
