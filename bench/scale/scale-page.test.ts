import type { Pace } from '#bench/budgets.ts'
import type { Measurement, Performance } from '#bench/measure.ts'
import { expect, test } from 'vitest'
import type { ScaleResult, ScaleStep } from './run-scale.ts'
import { budgetsOf, scalePage } from './scale-page.ts'

const performance = (p95: number): Performance => ({
  ...{ requestsPerSecond: 1000, p50: 1, p95, p99: 2 * p95, ownCpu: 100, databaseCpu: 20, bytesPerResponse: 100 },
  ...{ refusedForCooldown: 0, failures: 0 },
})

function measurement(scenario: string, pace: Pace, p95: number): Measurement {
  const performances = { product: performance(p95), thin: performance(1) }
  return { scenario, says: 'a | page', kind: 'read', pace, ...performances, ratios: [1], ratio: 1, cpuRatio: 1 }
}

const step = (bugs: number, growing: number): ScaleStep => ({
  ...{ bugs, comments: 5 * bugs, events: 8 * bugs, wrongTotals: [] },
  measurements: [measurement('flat', 'quick', 20), measurement('growing', 'other', growing)],
})

const machine = { processor: 'P', cores: 2, memoryGiB: 8, system: 'S', node: 'v24', postgres: '18' }
const result: ScaleResult = {
  machine: { ...machine, mothlight: '0', commit: undefined, fastify: '5', pg: '8', autocannon: '9' } as never,
  texts: 'made up',
  sizes: { connections: 1, seconds: 1, rounds: 1, pool: 1 },
  steps: [step(10_000, 151), step(1_000_000, 900), step(2_000_000, 9000)],
}

test('what is missed is named with its size, and by how much', () => {
  expect(budgetsOf(result)).toEqual(['Budgets: 3 of 4 are kept. Missed:', '- growing at 10,000: p95 151 of 150 ms'])
})

test('the page is one table with a row a scenario and a column a size', () => {
  const page = scalePage(result)
  expect(page).toContain(
    '| bugs | 10,000 | 1,000,000 | 2,000,000 |\n| --- | --- | --- | --- |\n' +
      '| flat: a \\| page | 1,000/s, 20.0 ms, 120 µs | 1,000/s, 20.0 ms, 120 µs | 1,000/s, 20.0 ms, 120 µs |\n' +
      '| growing: a \\| page | 1,000/s, 151.0 ms, 120 µs |',
  )
})
