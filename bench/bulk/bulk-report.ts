import { budgets } from '#bench/budgets.ts'
import type { BulkBenchResult } from './run-bulk-bench.ts'

/** The times as a table of text; one over the budget says so. */
export function bulkReport({ bugs, texts, runs }: BulkBenchResult): string {
  const { bugs: at, seconds } = budgets.bulk
  const lines = runs.map(({ what, answered, done, processor, changed }) => {
    const isOver = what === 'three fields' && done > seconds
    const times = [answered, done, processor].map((time) => time.toFixed(2).padStart(10)).join('')
    return `${what.padEnd(16)}${String(changed).padStart(8)}${times}${isOver ? '  OVER' : ''}`
  })
  return [
    `${at} bugs changed at once, of ${bugs.toLocaleString('en')} (${texts}); the budget is ${seconds} s`,
    `${''.padEnd(16)}${'changed'.padStart(8)}${'answered'.padStart(10)}${'done'.padStart(10)}${'processor'.padStart(10)}  seconds`,
    ...lines,
  ].join('\n')
}
