import { withRoom } from './columns.ts'

/** Words of memory that are asked for at once: 256 kB. */
const pageBits = 16
const pageSize = 1 << pageBits
const pageMask = pageSize - 1

/** Lists grow by blocks of 2, 4, … up to this many entries. */
const largestBlock = 512
const largestLevel = 8

const capacity = (level: number) => (level < largestLevel ? 2 << level : largestBlock)

/**
 * A list of 32-bit entries for each term: which report has it, and how often. Most terms stand in one or two reports,
 * few in very many, so lists are chains of blocks that grow, in pages of memory that are never copied. The first word
 * of a block is the address of the next, +1. A single entry stands in place of the first block's address.
 */
export class Postings {
  readonly #pages: Uint32Array[] = []
  #end = 0
  /** Free blocks by level, address + 1. */
  readonly #free = new Uint32Array(largestLevel + 1)
  /** By term: address + 1 of the first and of the last block (or the only entry), and the number of entries. */
  #first = new Uint32Array(0)
  #last = new Uint32Array(0)
  #counts = new Uint32Array(0)

  /** How many entries a term has. */
  count(term: number): number {
    return this.#counts[term] ?? 0
  }

  add(term: number, entry: number): void {
    this.#first = withRoom(this.#first, term + 1)
    this.#last = withRoom(this.#last, term + 1)
    this.#counts = withRoom(this.#counts, term + 1)
    const count = this.#counts[term] as number
    this.#counts[term] = count + 1
    if (count === 0) {
      this.#first[term] = entry
      return
    }
    if (count === 1) this.#beginChain(term)
    const { level, used } = placeOf(count)
    if (used === 0) {
      const block = this.#allocate(level)
      this.#set((this.#last[term] as number) - 1, block + 1)
      this.#last[term] = block + 1
    }
    this.#set((this.#last[term] as number) + used, entry)
  }

  /** Gives the only entry of a term a block. */
  #beginChain(term: number): void {
    const only = this.#first[term] as number
    const block = this.#allocate(0)
    this.#set(block + 1, only)
    this.#first[term] = this.#last[term] = block + 1
  }

  /** Takes out the entry for which `isIt` is true; the last one takes its place. */
  remove(term: number, isIt: (entry: number) => boolean): void {
    const count = this.count(term)
    if (count === 0) return
    if (count === 1) {
      if (isIt(this.#first[term] as number)) this.#counts[term] = 0
      return
    }
    const { level, used } = placeOf(count - 1)
    const last = (this.#last[term] as number) - 1
    const lastEntry = this.#get(last + 1 + used)
    let found = false
    let before = -1
    let block = (this.#first[term] as number) - 1
    for (let at = 0, seen = 0; block >= 0; at++) {
      const size = Math.min(capacity(at), count - seen)
      if (!found) {
        const page = this.#pages[block >>> pageBits] as Uint32Array
        const start = (block & pageMask) + 1
        for (let n = start; n < start + size; n++) {
          if (!isIt(page[n] as number)) continue
          page[n] = lastEntry
          found = true
          break
        }
      }
      seen += size
      if (block === last || (found && used > 0)) break
      before = block
      block = this.#get(block) - 1
    }
    if (!found) return
    this.#counts[term] = count - 1
    if (count === 2) {
      this.#first[term] = this.#get(last + 1)
      this.#release(last, 0)
    } else if (used === 0) {
      this.#release(last, level)
      this.#last[term] = before + 1
      this.#set(before, 0)
    }
  }

  /** Calls `visit` with pieces of memory that hold the term's entries, from `start` to before `end`. */
  each(term: number, visit: (page: Uint32Array, start: number, end: number) => void): void {
    let left = this.count(term)
    // Its place among the first blocks is a piece of memory like any other.
    if (left === 1) {
      visit(this.#first, term, term + 1)
      return
    }
    let block = (this.#first[term] ?? 0) - 1
    for (let level = 0; left > 0; level++) {
      const size = Math.min(capacity(level), left)
      const page = this.#pages[block >>> pageBits] as Uint32Array
      const start = (block & pageMask) + 1
      visit(page, start, start + size)
      left -= size
      block = (page[start - 1] as number) - 1
    }
  }

  #allocate(level: number): number {
    const free = this.#free[level] as number
    if (free > 0) {
      this.#free[level] = this.#get(free - 1)
      this.#set(free - 1, 0)
      return free - 1
    }
    const words = capacity(level) + 1
    // A block stands in one page.
    if ((this.#end & pageMask) + words > pageSize) this.#end = (this.#end | pageMask) + 1
    const block = this.#end
    if (block >>> pageBits >= this.#pages.length) this.#pages.push(new Uint32Array(pageSize))
    this.#end += words
    return block
  }

  #release(block: number, level: number): void {
    this.#set(block, this.#free[level] as number)
    this.#free[level] = block + 1
  }

  #get(address: number): number {
    return (this.#pages[address >>> pageBits] as Uint32Array)[address & pageMask] as number
  }

  #set(address: number, value: number): void {
    const page = this.#pages[address >>> pageBits] as Uint32Array
    page[address & pageMask] = value
  }
}

/** In which block, counted from the first, the entry `index` stands, and how many entries stand there before it. */
function placeOf(index: number): { level: number; used: number } {
  let level = 0
  let before = 0
  while (level < largestLevel && before + capacity(level) <= index) before += capacity(level++)
  return { level, used: level < largestLevel ? index - before : (index - before) % largestBlock }
}
