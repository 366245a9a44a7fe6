import type { Measurement, Performance } from '#bench/measure.ts'
import { expect, test } from 'vitest'
import type { ScaleResult, ScaleStep } from './run-scale.ts'
import { scaleChart } from './scale-chart.ts'
import { linesOf } from './scale-figures.ts'
import { aims, scaleTable } from './scale-table.ts'

const performance = (ownCpu: number): Performance => ({
  ...{ requestsPerSecond: 1_000_000 / ownCpu, p50: 1, p99: 2, ownCpu, databaseCpu: 0, bytesPerResponse: 100 },
  ...{ refusedForCooldown: 0, failures: 0 },
})

function measurement(scenario: string, cpu: number, ratio: number): Measurement {
  const performances = { product: performance(cpu), thin: performance(100) }
  return { scenario, says: 'a page', kind: 'read', ...performances, ratios: [ratio], ratio, cpuRatio: ratio }
}

const step = (bugs: number, growing: number): ScaleStep => ({
  ...{ bugs, comments: 5 * bugs, events: 8 * bugs, wrongTotals: [] },
  measurements: [measurement('flat', 120, 0.8), measurement('growing', growing, 0.4)],
})

const machine = { processor: 'P', cores: 2, memoryGiB: 8, system: 'S', node: 'v24', postgres: '18' }
const result: ScaleResult = {
  machine: { ...machine, mothlight: '0', commit: undefined, fastify: '5', pg: '8', autocannon: '9' } as never,
  texts: 'made up',
  sizes: { connections: 1, seconds: 1, rounds: 1, pool: 1 },
  steps: [step(1_000, 200), step(10_000, 300), step(1_000_000, 900)],
}

test('the aims name what is missed, and by how much', () => {
  expect(aims(linesOf(result), [1_000, 10_000, 1_000_000])).toEqual([
    '- Processor time at 1,000,000 within 1.5 times that at 10,000: 1 of 2 reads. Missed: growing ×3.0.',
    '- 60 % of the thin server’s requests a second: 3 of 6 figures. Missed: growing at 1,000 (40 %), growing at 10,000 (40 %), growing at 1,000,000 (40 %).',
  ])
})

test('the page holds every size beside the fewest bugs, and the chart every scenario', () => {
  const page = scaleTable(result, 'chart.svg')
  expect(page).toContain('| growing: a page | 200 (100) | 300 ×1.5 (100) | 900 ×4.5 (100) |')
  expect(page).toContain('![chart](chart.svg)')
  const chart = scaleChart(result)
  expect(chart.match(/<polyline/g)).toHaveLength(4)
  expect(chart).not.toContain('NaN')
})
