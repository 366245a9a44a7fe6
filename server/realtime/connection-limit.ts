/** Counts the open connections of each network. */
export class ConnectionLimit {
  readonly #most: number
  readonly #open = new Map<string, number>()

  /** @param most open connections that one network may have */
  constructor(most: number) {
    this.#most = most
  }

  isReached(network: string): boolean {
    return (this.#open.get(network) ?? 0) >= this.#most
  }

  enter(network: string): void {
    this.#open.set(network, (this.#open.get(network) ?? 0) + 1)
  }

  leave(network: string): void {
    const open = this.#open.get(network) ?? 0
    if (open <= 1) this.#open.delete(network)
    else this.#open.set(network, open - 1)
  }
}
