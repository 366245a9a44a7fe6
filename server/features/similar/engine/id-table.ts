import { hashOf } from './term-table.ts'

/** Finds the slot of a report by its id. A quarter of what a Map takes, because the ids stand by slot elsewhere anyway. */
export class IdTable {
  readonly #ids: readonly (string | undefined)[]
  /** Slot + 1 by hash, open addressing; a power of two long, and never more than two thirds full. */
  #places = new Int32Array(1024)
  #size = 0

  /** @param ids by slot */
  constructor(ids: readonly (string | undefined)[]) {
    this.#ids = ids
  }

  get size(): number {
    return this.#size
  }

  get(id: string): number | undefined {
    const slot = (this.#places[this.#find(id)] as number) - 1
    return slot < 0 ? undefined : slot
  }

  /** Enters an id that is not there yet; it stands at its slot already. */
  add(id: string, slot: number): void {
    if (++this.#size * 3 > this.#places.length * 2) this.#grow()
    this.#places[this.#find(id)] = slot + 1
  }

  /** Forgets an id while it still stands at its slot. */
  delete(id: string): void {
    let gap = this.#find(id)
    if (this.#places[gap] === 0) return
    this.#size--
    const mask = this.#places.length - 1
    // What comes behind it and would not be found past a gap moves into it.
    for (let at = (gap + 1) & mask; this.#places[at] !== 0; at = (at + 1) & mask) {
      const wanted = this.#wantedPlace((this.#places[at] as number) - 1)
      if (((at - wanted) & mask) < ((at - gap) & mask)) continue
      this.#places[gap] = this.#places[at] as number
      gap = at
    }
    this.#places[gap] = 0
  }

  /** @returns the place of an id, or the empty one where it belongs */
  #find(id: string): number {
    const mask = this.#places.length - 1
    for (let at = hashOf(id) & mask; ; at = (at + 1) & mask) {
      const slot = (this.#places[at] as number) - 1
      if (slot < 0 || this.#ids[slot] === id) return at
    }
  }

  #grow(): void {
    const old = this.#places
    this.#places = new Int32Array(old.length * 2)
    const mask = this.#places.length - 1
    for (const entry of old) {
      if (entry === 0) continue
      let at = this.#wantedPlace(entry - 1)
      while (this.#places[at] !== 0) at = (at + 1) & mask
      this.#places[at] = entry
    }
  }

  #wantedPlace(slot: number): number {
    return hashOf(this.#ids[slot] as string) & (this.#places.length - 1)
  }
}
