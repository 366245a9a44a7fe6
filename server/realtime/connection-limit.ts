/** Counts the open sockets of each address. */
export class ConnectionLimit {
  readonly #most: number
  readonly #open = new Map<string, number>()

  /** @param most open sockets that one address may have */
  constructor(most: number) {
    this.#most = most
  }

  /** @returns false, and counts nothing, when the address has as many as it may */
  enter(address: string): boolean {
    const open = this.#open.get(address) ?? 0
    if (open >= this.#most) return false
    this.#open.set(address, open + 1)
    return true
  }

  leave(address: string): void {
    const open = this.#open.get(address) ?? 0
    if (open <= 1) this.#open.delete(address)
    else this.#open.set(address, open - 1)
  }
}
