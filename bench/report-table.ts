import { type Circumstances, judge, summary } from './budgets.ts'
import type { Measurement, Performance } from './measure.ts'
import { markdownTable } from './save-result.ts'

const heads = [
  ...['scenario', 'product/s', 'p50 ms', 'p95 ms', 'p99 ms', 'cpu µs', 'db µs'],
  ...['thin/s', 'p50 ms', 'p95 ms', 'p99 ms', 'cpu µs', 'db µs', 'ratio', 'by cpu'],
]

/** Returns the numbers as lines of text with aligned columns. */
export function table(measurements: readonly Measurement[]): string {
  const rows = measurements.map(rowOf)
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [line(heads), ...rows.map(line)].join('\n')
}

/** The same in Markdown. */
export const tableInMarkdown = (measurements: readonly Measurement[]) => markdownTable(heads, measurements.map(rowOf))

function rowOf({ scenario, product, thin, ratio, ratios, cpuRatio }: Measurement): string[] {
  const range = `${percent(Math.min(...ratios))}…${percent(Math.max(...ratios))}`
  return [
    scenario,
    ...cells(product),
    ...cells(thin),
    ratios.length === 0 ? '–' : `${percent(ratio)} (${range})`,
    cpuRatio === undefined ? '-' : percent(cpuRatio),
  ]
}

function cells({ requestsPerSecond, p50, p95, p99, ownCpu, databaseCpu }: Performance): string[] {
  const times = [p50, p95, p99].map((time) => time.toFixed(1))
  return [requestsPerSecond.toFixed(0), ...times, ownCpu.toFixed(0), databaseCpu?.toFixed(0) ?? '-']
}

/** Which budgets are kept, and what went wrong while the numbers were taken. */
export function remarks(measurements: readonly Measurement[], circumstances: Circumstances): string[] {
  const lines = summary(measurements.map((one) => ({ name: one.scenario, judgement: judge(one, circumstances) })))
  for (const { scenario, product, thin } of measurements) {
    const refused = product.refusedForCooldown
    if (refused > 0)
      lines.push(`${scenario}: ${refused} reports were refused for the cooldown; more people are needed.`)
    const failures = product.failures + thin.failures
    if (failures > 0) lines.push(`${scenario}: ${failures} requests failed; its numbers mean little.`)
  }
  return lines
}

/** A dash where one of the two gave no answer at all. */
const percent = (share: number) => (Number.isFinite(share) ? `${(share * 100).toFixed(0)} %` : '–')
