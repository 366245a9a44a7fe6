import type { FindingBenchResult, Times } from './run-finding-bench.ts'

/** The times as a table of text; a kind over its budget says so. */
export function findingReport({ bugs, comments, texts, kinds }: FindingBenchResult): string {
  const of = ({ p50, p95, max }: Times) => [p50, p95, max].map((time) => time.toFixed(0).padStart(6)).join('')
  const lines = kinds.map(({ name, questions, budget, first, repeated, slowest }) => {
    const isOver = first.p95 > budget || repeated.p95 > budget
    return (
      `${name.padEnd(40)}${String(questions).padStart(4)}${String(budget).padStart(8)} ${of(first)}  ${of(repeated)}` +
      (isOver ? `  OVER, slowest ${slowest}` : '')
    )
  })
  return [
    `Finding bugs, one question after the other: ${bugs.toLocaleString('en')} bugs, ${comments.toLocaleString('en')} comments (${texts})`,
    'Milliseconds: the budget of 95 in 100, then the median, 95 in 100 and the slowest; for the first time, and again',
    ...lines,
  ].join('\n')
}
