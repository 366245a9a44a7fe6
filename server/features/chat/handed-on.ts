/**
 * Which lines this process hands on by itself. The event list tells of them too, now before and now after the writer
 * hears that they are stored; each line must go out once.
 */
export class HandedOn {
  readonly #lines = new Map<string, 'expected' | 'met' | 'told'>()

  /** A line is about to be written here. */
  expect(id: string): void {
    this.#lines.set(id, 'expected')
  }

  /** It is stored and has been handed on. */
  told(id: string): void {
    if (this.#lines.get(id) === 'met') this.#lines.delete(id)
    else this.#lines.set(id, 'told')
  }

  /**
   * It was not stored, or nobody knows whether it was.
   * @returns true when the event list had told of it: then it was, and has to be handed on after all
   */
  forget(id: string): boolean {
    const wasMet = this.#lines.get(id) === 'met'
    this.#lines.delete(id)
    return wasMet
  }

  /** The event list tells of a line. @returns true when it is this process's own and needs no handing on */
  meet(id: string): boolean {
    const state = this.#lines.get(id)
    if (state === 'expected') this.#lines.set(id, 'met')
    else this.#lines.delete(id)
    return state !== undefined
  }
}
