/**
 * What people would feel, and the benches hold the product to: milliseconds, unless another unit is said. Sizes and
 * machines are those of docs/performance.md.
 */
export const budgets = {
  /** The p95 of reads that are asked one after the other, up to so many bugs. */
  reads: [
    { bugs: 100_000, quick: 50, other: 150, far: 150 },
    { bugs: 1_000_000, quick: 300, other: 1000, far: 3000 },
  ],
  /** At this load on at most 100,000 bugs, by the names of scenarios. */
  load: {
    connections: 32,
    bugs: 100_000,
    perSecond: { list: 1500, 'list-common': 300, word: 300 },
    p99: { report: 60, comment: 60 },
  },
  /** Seconds at 100,000 bugs; similar bugs are made ready in the background. */
  start: { ready: 3, similar: 30 },
  /** Seconds for 500 bugs at once, three fields each, at 100,000 bugs. */
  bulk: { bugs: 500, seconds: 3 },
  /** Milliseconds that a comment may take longer where 1,000 people follow the bug, and notifications decided in a minute. */
  news: { more: 5, perMinute: 10_000 },
  /** Resident, in MB, at 100,000 bugs with 500 people who read. */
  memory: 400,
  /** Times of a relay's p99, and MB with all idle connections. */
  chat: { timesRelay: 3, megabytes: 400 },
  /** The layout shift has no unit. */
  web: { interaction: 100, splitNext: 60, inPlace: 50, firstScreen: 1500, longTask: 50, shift: 0.02, text: 200 },
  /** Shares of duplicates that are among the first so many, as means over the sets; p95 with 100,000 reports. */
  duplicates: {
    full: { r5: 0.69, r10: 0.75, r20: 0.79 },
    title: { r10: 0.66 },
    p95: { word: 15, title: 20, full: 30 },
  },
} as const

/**
 * Which budget a read has. quick: first pages, bugs, and words that at most a quarter of the bugs have. far: more than
 * 10,000 rows from either end.
 */
export type Pace = 'quick' | 'other' | 'far'

/** What was measured, as far as the budgets ask. */
export interface Judged {
  readonly scenario: string
  /** undefined for writes. */
  readonly pace: Pace | undefined
  readonly product: { readonly requestsPerSecond: number; readonly p95: number; readonly p99: number }
}

export interface Circumstances {
  readonly bugs: number
  readonly connections: number
}

/** One budget, what came of it, and whether that is enough. */
export interface Judgement {
  readonly says: string
  readonly isMet: boolean
}

/** @returns undefined where no budget is set for it under these circumstances */
export function judge(
  { scenario, pace, product }: Judged,
  { bugs, connections }: Circumstances,
): Judgement | undefined {
  if (pace && connections === 1) {
    const most = budgets.reads.find((budget) => bugs <= budget.bugs)?.[pace]
    return most === undefined ? undefined : atMost('p95', product.p95, most)
  }
  const { load } = budgets
  if (connections !== load.connections || bugs > load.bugs) return undefined
  const least = (load.perSecond as Readonly<Record<string, number>>)[scenario]
  if (least !== undefined) {
    const { requestsPerSecond } = product
    return { says: `${requestsPerSecond.toFixed(0)}/s of ${least}`, isMet: requestsPerSecond >= least }
  }
  const most = (load.p99 as Readonly<Record<string, number>>)[scenario]
  return most === undefined ? undefined : atMost('p99', product.p99, most)
}

/** A run without a single answer has no times, and keeps no budget. */
function atMost(what: string, value: number, most: number): Judgement {
  return { says: `${what} ${value.toFixed(0)} of ${most} ms`, isMet: value <= most }
}

/** Says which budgets are missed by what was measured; one line each. */
export function summary(
  judgements: readonly { readonly name: string; readonly judgement: Judgement | undefined }[],
): string[] {
  const judged = judgements.flatMap(({ name, judgement }) => (judgement ? [{ name, ...judgement }] : []))
  const missed = judged.filter(({ isMet }) => !isMet)
  if (judged.length === 0) return []
  if (missed.length === 0) return [`Budgets: all ${judged.length} are kept.`]
  return [
    `Budgets: ${judged.length - missed.length} of ${judged.length} are kept. Missed:`,
    ...missed.map(({ name, says }) => `- ${name}: ${says}`),
  ]
}
