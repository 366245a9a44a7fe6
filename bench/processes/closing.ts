/** Collects what has to be undone at the end of a run, however it ends. */
export class Closing {
  readonly #steps: (() => Promise<void>)[] = []
  #closed: Promise<void> | undefined

  /** Adds a step; the last one runs first. */
  later(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  /**
   * Runs all steps, each once, even if another one failed; a second call waits for the first.
   * @throws the first failure
   */
  now(): Promise<void> {
    this.#closed ??= this.#takeSteps()
    return this.#closed
  }

  async #takeSteps(): Promise<void> {
    const failures: unknown[] = []
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }
}
