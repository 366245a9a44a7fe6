/** The texts of a bug report, before it gets an id, people and a state. */
export interface SampleReport {
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly product: string | null
  readonly component: string | null
  readonly externalId: string | null
}

/** An endless supply of reports and comments, the same in every run. */
export interface ReportSource {
  /** Names the source of the texts; data sets of different sources are kept apart by it. */
  readonly name: string
  report(): SampleReport
  comment(): string
}
