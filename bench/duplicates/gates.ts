import type { ByTyping, Figures } from './figures.ts'
import type { Latencies } from './latencies.ts'

interface Gate {
  readonly says: string
  readonly value: number
  readonly least?: number
  readonly most?: number
}

/** What the product must reach: shares as the mean over the sets, times with many reports. */
export function missedGates(mean: ByTyping<Figures>, latencies: Latencies): string[] {
  const gates: Gate[] = [
    { says: 'title and description, R@5', value: mean.full.r5, least: 0.69 },
    { says: 'title and description, R@10', value: mean.full.r10, least: 0.75 },
    { says: 'title and description, R@20', value: mean.full.r20, least: 0.79 },
    { says: 'title only, R@10', value: mean.title.r10, least: 0.66 },
    { says: 'p95 of a typed word, ms', value: latencies.word.p95, most: 15 },
    { says: 'p95 of a title, ms', value: latencies.title.p95, most: 20 },
    { says: 'p95 of a title with description, ms', value: latencies.full.p95, most: 30 },
  ]
  return gates.flatMap(({ says, value, least, most }) => {
    if (least !== undefined && value < least) return [`${says}: ${value.toFixed(4)} is below ${least}`]
    if (most !== undefined && value > most) return [`${says}: ${value.toFixed(1)} is above ${most}`]
    return []
  })
}
