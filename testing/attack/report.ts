/** A defect that was found. */
export interface Finding {
  /** The endpoint or socket event. */
  readonly target: string
  readonly wrong: string
  readonly input?: string
}

/** The results of a run so far. */
export interface Tally {
  readonly findings: readonly Finding[]
  /** Calls by status; 0 stands for events that ask for no answer, or got none because the connection was closed. */
  readonly byStatus: ReadonlyMap<number, number>
  /** The slowest call of each endpoint or event, in milliseconds. */
  readonly slowest: ReadonlyMap<string, number>
  /** How often each endpoint or event accepted an input. */
  readonly accepted: ReadonlyMap<string, number>
  readonly calls: number
  count(target: string, status: number, milliseconds: number): void
  finding(finding: Finding): void
}

/** Opens the results of a run. @param tell called with each finding at once */
export function openTally(tell: (finding: Finding) => void = () => {}): Tally {
  const findings: Finding[] = []
  const byStatus = new Map<number, number>()
  const slowest = new Map<string, number>()
  const accepted = new Map<string, number>()
  const tally = {
    findings,
    byStatus,
    slowest,
    accepted,
    calls: 0,
    count: (target: string, status: number, milliseconds: number) => {
      tally.calls++
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      slowest.set(target, Math.max(slowest.get(target) ?? 0, milliseconds))
      if (status === 200) accepted.set(target, (accepted.get(target) ?? 0) + 1)
    },
    finding: (finding: Finding) => {
      findings.push(finding)
      tell(finding)
    },
  }
  return tally
}
