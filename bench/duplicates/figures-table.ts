import type { ByTyping, Figures } from './figures.ts'
import type { Latencies } from './latencies.ts'
import { typings } from './play-set.ts'

/** The figures of one search on one set, or in the mean. */
export interface TableRow {
  readonly set: string
  readonly queries: number | undefined
  readonly way: string
  readonly figures: ByTyping<Figures>
}

const says = { full: 'title and description', title: 'title only', words4: 'first four words of the title' }
const heads = ['set', 'queries', 'searched by', 'R@1', 'R@5', 'R@10', 'R@20', 'MRR', 'p50 ms', 'p95 ms']

/** Returns a table for each typing, as text. */
export function figuresTable(rows: readonly TableRow[]): string {
  return typings
    .map((typing) => {
      const cells = rows.map(({ set, queries, way, figures }) => {
        const { r1, r5, r10, r20, mrr, p50Ms, p95Ms } = figures[typing]
        const shares = [r1, r5, r10, r20, mrr].map((share) => share.toFixed(3))
        return [set, queries?.toString() ?? '', way, ...shares, p50Ms.toFixed(1), p95Ms.toFixed(1)]
      })
      return `${says[typing]}\n${aligned([heads, ...cells])}`
    })
    .join('\n\n')
}

/** Returns the times as text. */
export function latenciesTable(latencies: Latencies): string {
  const { reports, buildSeconds, megabytes } = latencies
  const cells = (['word', 'title', 'full', 'addition'] as const).map((what) => {
    const { p50, p95 } = latencies[what]
    return [what === 'word' ? 'typed word' : what, p50.toFixed(2), p95.toFixed(2)]
  })
  return (
    `With ${reports.toLocaleString('en')} reports (filled in ${buildSeconds.toFixed(0)} s, about ` +
    `${megabytes.toFixed(0)} MB), without product and component\n${aligned([['', 'p50 ms', 'p95 ms'], ...cells])}`
  )
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const isText = (column: number) => rows.slice(1).some((row) => /[a-z]/i.test(row[column] ?? ''))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
