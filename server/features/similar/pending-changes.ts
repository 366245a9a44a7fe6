/**
 * Keeps ids of changed records that have to be read again, oldest change first. A record is read after it is taken, so
 * a change that is noted later needs another read, and one that is noted before does not.
 */
export class PendingChanges {
  /** By id, the number of the earliest note that its next read covers. */
  #pending = new Map<string, number>()
  #taken = new Map<string, number>()
  #notes = 0
  #waiting: { readonly note: number; readonly resolve: () => void }[] = []

  /** The number of records to read, without those that are being read. */
  get size(): number {
    return this.#pending.size
  }

  note(ids: Iterable<string>): void {
    this.#notes++
    for (const id of ids) if (!this.#pending.has(id)) this.#pending.set(id, this.#notes)
  }

  /** Returns at most `limit` ids to read now. Call `done` or `failed` afterwards. */
  take(limit: number): string[] {
    for (const [id, note] of this.#pending) {
      if (this.#taken.size >= limit) break
      this.#taken.set(id, note)
    }
    for (const id of this.#taken.keys()) this.#pending.delete(id)
    return [...this.#taken.keys()]
  }

  /** Marks the taken ids as read. */
  done(): void {
    this.#taken.clear()
    const reached = this.#reached()
    const still = this.#waiting.filter(({ note }) => note > reached)
    for (const waiting of this.#waiting) if (waiting.note <= reached) waiting.resolve()
    this.#waiting = still
  }

  /** Puts the taken ids back, before the others. */
  failed(): void {
    const later = [...this.#pending].filter(([id]) => !this.#taken.has(id))
    this.#pending = new Map([...this.#taken, ...later])
    this.#taken = new Map()
  }

  /** Resolves when everything that was noted before the call has been read. */
  settled(): Promise<void> {
    if (this.#reached() >= this.#notes) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ note: this.#notes, resolve }))
  }

  /** Returns the last note for which it and all earlier ones have been read. */
  #reached(): number {
    const first = (notes: Map<string, number>) => notes.values().next().value ?? Infinity
    return Math.min(first(this.#taken) - 1, first(this.#pending) - 1, this.#notes)
  }
}
