import { slotOfEntry } from './entries.ts'
import { withRoom } from './with-room.ts'

/**
 * Keeps a list of entries (entries.ts) for each term: which reports have it, and how often. All lists share one array,
 * because most are so short that an array of their own would be larger than its content. A list has room for the next
 * power of two of entries. Room that it no longer needs is given to another list.
 */
export class Postings {
  #entries = new Uint32Array(0)
  #end = 0
  /** By term. */
  #starts = new Uint32Array(0)
  #counts = new Uint32Array(0)
  /** Starts of free room, by the exponent of its size. */
  readonly #free: number[][] = Array.from({ length: 32 }, () => [])

  /** Returns how many entries a term has. */
  count(term: number): number {
    return this.#counts[term] ?? 0
  }

  /** Returns the entries of a term, in any order; valid until the next change. */
  of(term: number): Uint32Array {
    const start = this.#starts[term] ?? 0
    return this.#entries.subarray(start, start + this.count(term))
  }

  /** Adds an entry for a report; the term must have none for it. */
  add(term: number, entry: number): void {
    this.#starts = withRoom(this.#starts, term + 1)
    this.#counts = withRoom(this.#counts, term + 1)
    const count = this.#counts[term] as number
    if (fillsItsRoom(count)) this.#move(term, count)
    this.#entries[(this.#starts[term] as number) + count] = entry
    this.#counts[term] = count + 1
  }

  /** Removes the entry of a report, if there is one. */
  remove(term: number, slot: number): void {
    const entries = this.of(term)
    let at = 0
    while (at < entries.length && slotOfEntry(entries[at] as number) !== slot) at++
    if (at === entries.length) return
    const count = entries.length - 1
    entries[at] = entries[count] as number
    this.#counts[term] = count
    // Half of the room is not needed any more, or all of it.
    if (fillsItsRoom(count)) this.#release((this.#starts[term] as number) + count, Math.max(count, 1))
  }

  /** Doubles the room of a full list. */
  #move(term: number, count: number): void {
    const start = this.#allocate(count === 0 ? 1 : 2 * count)
    if (count > 0) {
      const old = this.#starts[term] as number
      this.#entries.copyWithin(start, old, old + count)
      this.#release(old, count)
    }
    this.#starts[term] = start
  }

  #allocate(size: number): number {
    const free = this.#free[exponentOf(size)]?.pop()
    if (free !== undefined) return free
    const start = this.#end
    this.#end += size
    this.#entries = withRoom(this.#entries, this.#end)
    return start
  }

  #release(start: number, size: number): void {
    this.#free[exponentOf(size)]?.push(start)
  }
}

/** Returns whether the number is a power of two, or 0. */
const fillsItsRoom = (count: number) => (count & (count - 1)) === 0
const exponentOf = (size: number) => 31 - Math.clz32(size)
