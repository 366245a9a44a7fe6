/**
 * Tracks which messages this process publishes itself. The event list reports them too, before or after the writer
 * knows that they are stored, and each message must be published once.
 */
export class PublishedMessages {
  readonly #messages = new Map<string, 'expected' | 'met' | 'told'>()

  /** Registers a message before it is written here. */
  expect(id: string): void {
    this.#messages.set(id, 'expected')
  }

  /** Records that it is stored and was published. */
  told(id: string): void {
    if (this.#messages.get(id) === 'met') this.#messages.delete(id)
    else this.#messages.set(id, 'told')
  }

  /**
   * Removes a message that was not stored, or whose outcome is unknown.
   * @returns true when the event list had reported it: then it is stored and still has to be published
   */
  forget(id: string): boolean {
    const wasMet = this.#messages.get(id) === 'met'
    this.#messages.delete(id)
    return wasMet
  }

  /** Handles a message of the event list. @returns true when it is this process's own and needs no publishing */
  meet(id: string): boolean {
    const state = this.#messages.get(id)
    if (state === 'expected') this.#messages.set(id, 'met')
    else this.#messages.delete(id)
    return state !== undefined
  }
}
