import type { TestCluster } from '#testing/test-cluster.ts'

/** How a fault is to be tried. */
export interface FaultOptions {
  /** How often it strikes. */
  readonly rounds: number
  /** The same seed makes the same choices; what the machine does in between is its own. */
  readonly seed: string
  /** For how many seconds a fault lasts that lasts. */
  readonly seconds: number
  /** True once enough was tried: what has been done until then is still checked. */
  readonly isOver?: () => boolean
  /** A PostgreSQL that is there already; without one, a fault that needs an external one starts its own. */
  readonly cluster?: TestCluster
  /** Fills a data folder that is to be started on; without it, the first start does. */
  readonly fill?: (dataDir: string) => Promise<unknown>
  /** Told in one line of what happens. */
  readonly say: (line: string) => void
}

export interface FaultReport {
  /** What was counted, in the order in which it is told. */
  readonly figures: Readonly<Record<string, number | string>>
  /** Everything that is not as it should be: acknowledged writes that are gone, rows that break a rule, wrong answers. */
  readonly losses: readonly string[]
  /** Why it could not be tried on this machine. */
  readonly skipped?: string
}

export type Fault = (options: FaultOptions) => Promise<FaultReport>
