import type { TestCluster } from '#testing/test-cluster.ts'

/** Options for trying a fault. */
export interface FaultOptions {
  /** How often it strikes. */
  readonly rounds: number
  /** How many events are written, where they are counted one by one. */
  readonly events: number
  /** The same seed makes the same choices; the timing of the machine still differs. */
  readonly seed: string
  /** Duration in seconds of a lasting fault. */
  readonly seconds: number
  /** Returns true once enough was tried; what has been done until then is still checked. */
  readonly isOver?: () => boolean
  /** An existing PostgreSQL; without one, a fault that needs an external one starts its own. */
  readonly cluster?: TestCluster
  /** Fills a data folder that is to be started on; without it, the first start does. */
  readonly fill?: (dataDir: string) => Promise<unknown>
  /** Told in one line of what happens. */
  readonly say: (line: string) => void
}

export interface FaultReport {
  /** Counts, in the order of the report. */
  readonly figures: Readonly<Record<string, number | string>>
  /** Everything that is wrong: missing acknowledged writes, rows that break a rule, wrong answers. */
  readonly losses: readonly string[]
  /** Why it could not be tried on this machine. */
  readonly skipped?: string
}

export type Fault = (options: FaultOptions) => Promise<FaultReport>
