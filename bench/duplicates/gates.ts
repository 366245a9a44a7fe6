import { budgets } from '#bench/budgets.ts'
import type { ByTyping, Figures } from './figures.ts'
import type { Latencies } from './latencies.ts'

interface Gate {
  readonly says: string
  readonly value: number
  readonly least?: number
  readonly most?: number
}

/** Returns the aims that were missed: shares as the mean over the sets, times with many reports. */
export function missedGates(mean: ByTyping<Figures>, latencies: Latencies): string[] {
  const { full, title, p95 } = budgets.duplicates
  const gates: Gate[] = [
    { says: 'title and description, R@5', value: mean.full.r5, least: full.r5 },
    { says: 'title and description, R@10', value: mean.full.r10, least: full.r10 },
    { says: 'title and description, R@20', value: mean.full.r20, least: full.r20 },
    { says: 'title only, R@10', value: mean.title.r10, least: title.r10 },
    { says: 'p95 of a typed word, ms', value: latencies.word.p95, most: p95.word },
    { says: 'p95 of a title, ms', value: latencies.title.p95, most: p95.title },
    { says: 'p95 of a title with description, ms', value: latencies.full.p95, most: p95.full },
  ]
  return gates.flatMap(({ says, value, least, most }) => {
    if (least !== undefined && value < least) return [`${says}: ${value.toFixed(4)} is below ${least}`]
    if (most !== undefined && value > most) return [`${says}: ${value.toFixed(1)} is above ${most}`]
    return []
  })
}
