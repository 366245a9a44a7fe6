/** A write that the server said it has kept. */
export type Acknowledged =
  | { readonly kind: 'report'; readonly id: string; readonly title: string }
  | { readonly kind: 'comment'; readonly id: string; readonly bugId: string; readonly message: string }
  | { readonly kind: 'change'; readonly what: string; readonly bugId: string; readonly version: number }
  | { readonly kind: 'upload'; readonly id: string; readonly sha256: string }

/** What all clients of a run asked for, and what they were told. */
export class Journal {
  readonly acknowledged: Acknowledged[] = []
  /** How often each answer came: a status, or `none` where no answer came. */
  readonly answers = new Map<string, number>()
  /** What went against the promises that a client can see by itself. */
  readonly complaints: string[] = []
  /** The longest that any answer took, in milliseconds. */
  slowestMs = 0

  note(status: number | undefined, startedAt: number): void {
    const name = status === undefined ? 'none' : String(status)
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
    if (status !== undefined) this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt)
  }

  count(status: string): number {
    return this.answers.get(status) ?? 0
  }

  /** The answers in one line, for a report. */
  get summary(): string {
    const byName = [...this.answers].toSorted(([one], [other]) => one.localeCompare(other))
    return byName.map(([name, count]) => `${name}: ${count}`).join(', ')
  }
}
