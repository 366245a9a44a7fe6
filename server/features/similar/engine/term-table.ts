import { withRoom } from './columns.ts'

/**
 * Numbers the terms. A term is kept as a hash of 32 bits: of a million terms some hundred share theirs with another,
 * and a shared hash costs a little precision, while the words themselves would cost more memory than all the rest.
 */
export class TermTable {
  #hashes: Uint32Array
  /** Term number + 1 by hash, open addressing; a power of two long. */
  #slots: Int32Array
  #size: number

  constructor(hashes: Uint32Array = new Uint32Array(0)) {
    this.#hashes = hashes
    this.#size = hashes.length
    let length = 1024
    while (length < hashes.length * 2) length *= 2
    this.#slots = new Int32Array(length)
    for (let term = 0; term < hashes.length; term++) this.#enter(term)
  }

  get size(): number {
    return this.#size
  }

  /** @returns the term's number; -1 when there is none */
  find(hash: number): number {
    const mask = this.#slots.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const term = (this.#slots[at] as number) - 1
      if (term < 0 || this.#hashes[term] === hash) return term
    }
  }

  /** @returns the term's number, a new one when there was none */
  add(hash: number): number {
    const known = this.find(hash)
    if (known >= 0) return known
    const term = this.#size++
    this.#hashes = withRoom(this.#hashes, this.#size)
    this.#hashes[term] = hash
    if (this.#size * 2 > this.#slots.length) {
      this.#slots = new Int32Array(this.#slots.length * 2)
      for (let other = 0; other < this.#size; other++) this.#enter(other)
    } else {
      this.#enter(term)
    }
    return term
  }

  /** What the constructor takes. */
  hashes(): Uint32Array {
    return this.#hashes.subarray(0, this.#size)
  }

  #enter(term: number): void {
    const mask = this.#slots.length - 1
    let at = (this.#hashes[term] as number) & mask
    while (this.#slots[at] !== 0) at = (at + 1) & mask
    this.#slots[at] = term + 1
  }
}

/** FNV-1a over the UTF-16 units, mixed as MurmurHash3 ends, so that the low bits are good too. */
export function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
