import type { Measurement, Performance } from './measure.ts'

/** What reads should reach at least of the thin server's requests per second. */
export const aim = 0.6

const heads = [
  ...['scenario', 'product/s', 'p50 ms', 'p99 ms', 'cpu µs', 'db µs'],
  ...['thin/s', 'p50 ms', 'p99 ms', 'cpu µs', 'db µs', 'ratio', 'by cpu'],
]

/** The numbers as lines of text, columns aligned. */
export function table(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ scenario, product, thin, ratio, ratios, cpuRatio }) => [
    scenario,
    ...cells(product),
    ...cells(thin),
    ratios.length === 0 ? '–' : `${percent(ratio)} (${percent(Math.min(...ratios))}…${percent(Math.max(...ratios))})`,
    cpuRatio === undefined ? '-' : percent(cpuRatio),
  ])
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [line(heads), ...rows.map(line)].join('\n')
}

function cells({ requestsPerSecond, p50, p99, ownCpu, databaseCpu }: Performance): string[] {
  const rates = [requestsPerSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)]
  return [...rates, ownCpu.toFixed(0), databaseCpu?.toFixed(0) ?? '-']
}

/** What the numbers say about the aim, and what went wrong while they were taken. */
export function remarks(measurements: readonly Measurement[]): string[] {
  const reads = measurements.filter((measurement) => measurement.kind === 'read')
  const below = reads.filter(missesAim)
  const lines = [
    `${reads.length - below.length} of ${reads.length} reads reach ${percent(aim)} of the thin server` +
      (below.length === 0
        ? '.'
        : `; below: ${below.map((one) => `${one.scenario} ${percent(one.ratio)}`).join(', ')}.`),
  ]
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
export const percent = (share: number) => (Number.isFinite(share) ? `${(share * 100).toFixed(0)} %` : '–')

/** Whether a read is slower than it should be. */
export const missesAim = ({ ratio, product }: Measurement) => ratio < aim || product.requestsPerSecond === 0
