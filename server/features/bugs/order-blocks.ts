import type { BitSet } from '#server/features/search/public.ts'
import { classifications } from '#shared/bugs/words.ts'

/** Facts that the list is narrowed to; null for any. */
export interface ListFacts {
  readonly isClosed: boolean | null
  readonly classification: string | null
}

/** Where a bug stands in an order: what it is sorted by, so that bytes compare as PostgreSQL compares, and then its id. */
export interface Position {
  readonly key: Buffer
  readonly id: string
}

/** Open ones by classification, then closed ones; `factsCode` in `order-statements.ts` makes the same codes in SQL. */
const factCodes = 2 * classifications.length
const allFacts = Array.from({ length: factCodes }, (_, code) => code)

function codesOf({ isClosed, classification }: ListFacts): number[] {
  return allFacts.filter(
    (code) =>
      (isClosed === null || isClosed === code >= classifications.length) &&
      (classification === null || classification === classifications[code % classifications.length]),
  )
}

const idLength = 24
/** What `#places` says of numbers that are not there. */
const nowhere = 0xff_ff

/** A list of rows of an order, by how many of them are in each block. */
export interface BlockCounts {
  readonly total: number
  /** By block. */
  readonly counts: ArrayLike<number>
}

/** Where a page begins: rows are walked from a block's bound. */
export interface WalkFrom {
  /** The first bug of a block, which is walked from itself on, or backwards from the one before it. */
  readonly bound: Position
  readonly isBackwards: boolean
  /** Rows that are walked before the page. */
  readonly offset: number
}

/**
 * An order of all bugs, cut in blocks: each is what stands from one remembered position to the next. It knows how many bugs
 * are in each block, by the facts that lists are narrowed to, and of each bug in which block it is: two bytes a bug.
 */
export class OrderBlocks {
  /** Of each block: where it begins, without the id, and the ids. */
  readonly #keys: readonly Buffer[]
  readonly #ids: string
  readonly #counts: Uint32Array
  /** By number: block and code of the facts. */
  #places: Uint16Array
  #version = 0
  /** Lists that were counted since the last change. */
  readonly #counted = new Map<string, BlockCounts>()

  /**
   * @param starts the first position of each block; the first block also holds what comes before it
   * @param numbers one more than the highest number of a bug, about
   */
  constructor(starts: readonly Position[], numbers: number) {
    this.#places = new Uint16Array(numbers).fill(nowhere)
    // Copied together: each alone would hold on to all that was read with it.
    const keys = Buffer.concat(starts.map(({ key }) => key))
    let end = 0
    this.#keys = starts.map(({ key }) => keys.subarray(end, (end += key.length)))
    this.#ids = starts.map(({ id }) => id).join('')
    this.#counts = new Uint32Array(starts.length * factCodes)
  }

  /** Blocks that fit in a place. */
  static readonly most = (nowhere - factCodes) / factCodes

  /** Another one after each change. */
  get version(): number {
    return this.#version
  }

  get length(): number {
    return this.#keys.length
  }

  /** Bugs of the block that has most. */
  get largest(): number {
    let largest = 0
    for (let block = 0; block < this.length; block++) largest = Math.max(largest, this.#countOf(block, allFacts))
    return largest
  }

  startOf(block: number): Position {
    return {
      key: this.#keys[block] ?? Buffer.alloc(0),
      id: this.#ids.slice(block * idLength, (block + 1) * idLength),
    }
  }

  /** The block of a position. */
  blockOf({ key, id }: Position): number {
    let [low, high] = [0, this.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      const start = this.startOf(middle)
      const order = Buffer.compare(start.key, key) || (start.id < id ? -1 : start.id > id ? 1 : 0)
      if (order <= 0) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Says of a bug where it is. @param code that of its facts */
  put(number: number, block: number, code: number): void {
    if (number >= this.#places.length) this.#grow(number)
    const before = this.#places[number] ?? nowhere
    const now = block * factCodes + code
    if (before === now) return
    if (before !== nowhere) this.#add(before, -1)
    this.#add(now, 1)
    this.#places[number] = now
    this.#version++
    this.#counted.clear()
  }

  #add(place: number, change: number): void {
    this.#counts[place] = (this.#counts[place] ?? 0) + change
  }

  #grow(number: number): void {
    const places = new Uint16Array(Math.max(number + 1, Math.ceil(this.#places.length * 1.25))).fill(nowhere)
    places.set(this.#places)
    this.#places = places
  }

  /** The rows with some facts. */
  withFacts(facts: ListFacts): BlockCounts {
    const key = `${facts.isClosed}-${facts.classification}`
    const known = this.#counted.get(key)
    if (known) return known
    const codes = codesOf(facts)
    const counts = new Uint32Array(this.length)
    let total = 0
    for (let block = 0; block < this.length; block++) {
      const count = this.#countOf(block, codes)
      counts[block] = count
      total += count
    }
    const found = { total, counts }
    this.#counted.set(key, found)
    return found
  }

  #countOf(block: number, codes: readonly number[]): number {
    let count = 0
    for (const code of codes) count += this.#counts[block * factCodes + code] ?? 0
    return count
  }

  /** The rows of some bugs. @returns undefined where one of them is not known */
  among(numbers: BitSet): BlockCounts | undefined {
    const counts = new Uint32Array(this.length)
    const places = this.#places
    let unknown = 0
    numbers.forEach((number) => {
      const place = places[number] ?? nowhere
      if (place === nowhere) unknown++
      else {
        const block = Math.floor(place / factCodes)
        counts[block] = (counts[block] ?? 0) + 1
      }
    })
    return unknown === 0 ? { total: numbers.size, counts } : undefined
  }

  /**
   * Where to begin for rows of a list, counted from the order's beginning: from the nearer bound around them.
   * @param count at least 1; the list has at least `first + count` rows
   */
  walkFrom({ counts }: BlockCounts, first: number, count: number): WalkFrom {
    let [block, before] = [0, 0]
    while (block < this.length - 1 && before + (counts[block] ?? 0) <= first) before += counts[block++] ?? 0
    const forwards: WalkFrom = { bound: this.startOf(block), isBackwards: false, offset: first - before }
    let [last, upTo] = [block, before + (counts[block] ?? 0)]
    while (last < this.length - 1 && upTo < first + count) upTo += counts[++last] ?? 0
    // The first block has no bound before it, and the last one none behind it.
    const isBackwards = last < this.length - 1 && (block === 0 || upTo - first - count < forwards.offset)
    return isBackwards
      ? { bound: this.startOf(last + 1), isBackwards, offset: upTo - first - count }
      : { ...forwards, bound: block === 0 ? { key: Buffer.alloc(0), id: '' } : forwards.bound }
  }
}
