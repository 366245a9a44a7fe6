/** What has to be undone at the end of a run, however it ends. */
export class Closing {
  readonly #steps: (() => Promise<void>)[] = []
  #closed: Promise<void> | undefined

  /** Remembers a step; the steps are taken last one first. */
  later(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  /**
   * Takes all steps, each once and each even if another failed; a second call waits for the first.
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
