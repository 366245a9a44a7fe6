/** A write that the server has acknowledged. */
export type Acknowledged =
  | { readonly kind: 'report'; readonly id: string; readonly title: string }
  | { readonly kind: 'comment'; readonly id: string; readonly bugId: string; readonly message: string }
  | { readonly kind: 'change'; readonly what: string; readonly bugId: string; readonly version: number }
  | { readonly kind: 'upload'; readonly id: string; readonly sha256: string }

/** What all clients of a run requested, and the answers. */
export class Journal {
  readonly acknowledged: Acknowledged[] = []
  /** How often each answer came: a status, or `none` where no answer came. */
  readonly answers = new Map<string, number>()
  /** Broken promises that a client can notice by itself. */
  readonly complaints: string[] = []
  /** The longest time for an answer, in milliseconds. */
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
