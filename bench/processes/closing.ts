/** What has to be undone at the end of a run, however it ends. */
export class Closing {
  readonly #steps: (() => Promise<void>)[] = []

  /** Remembers a step; the steps are taken last one first. */
  later(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  /**
   * Takes all steps, each once and each even if another failed.
   * @throws the first failure
   */
  async now(): Promise<void> {
    const failures: unknown[] = []
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }
}
