import { Blocks, largestLevel, roomOf } from './blocks.ts'
import { withRoom } from './columns.ts'
import { slotOfEntry } from './entries.ts'
import { longestEntry, readEntries, writeEntry } from './entry-bytes.ts'

/**
 * A list of 32-bit entries for each term, ordered by slot: which report has it, and how often. They are kept as bytes
 * (entry-bytes.ts). Most terms stand in two reports, few in very many: a list is one block that is exchanged for a larger
 * one, then a chain of the largest ones. A single entry stands in place of the first block's address.
 */
export class Postings {
  readonly #blocks = new Blocks()
  /** By term: address + 1 of the first and of the last block (or the only entry), and the number of entries. */
  #first = new Uint32Array(0)
  #last = new Uint32Array(0)
  #counts = new Uint32Array(0)

  /** How many entries a term has. */
  count(term: number): number {
    return this.#counts[term] ?? 0
  }

  /** Adds an entry for a report that the term has none for. */
  add(term: number, entry: number): void {
    this.#first = withRoom(this.#first, term + 1)
    this.#last = withRoom(this.#last, term + 1)
    this.#counts = withRoom(this.#counts, term + 1)
    const count = this.#counts[term] as number
    this.#counts[term] = count + 1
    if (count === 0) this.#first[term] = entry
    else if (count === 1) this.#beginList(term, entry)
    else if (!this.#append(term, entry)) this.#insert(term, entry)
  }

  /** Takes out the entry of a report, if there is one. */
  remove(term: number, slot: number): void {
    const count = this.count(term)
    if (count === 0) return
    if (count === 1) {
      if (slotOfEntry(this.#first[term] as number) === slot) this.#counts[term] = 0
      return
    }
    const blocks = this.#blocks
    let before = -1
    let block = (this.#first[term] as number) - 1
    while (blocks.lastSlot(block) < slot) {
      const next = blocks.next(block)
      if (next < 0) return
      before = block
      block = next
    }
    const size = this.#read(block, 0)
    let at = 0
    while (at < size && slotOfEntry(entries[at] as number) < slot) at++
    if (at === size || slotOfEntry(entries[at] as number) > slot) return
    this.#counts[term] = count - 1
    entries.copyWithin(at, at + 1, size)
    if (size > 1) this.#shrink(term, block, size - 1)
    else this.#unlink(term, before, block)
    if (count === 2) this.#endList(term)
  }

  /** Calls `visit` with pieces of memory that hold the term's entries, from `start` to before `end`, until it returns. */
  each(term: number, visit: (entries: Uint32Array, start: number, end: number) => void): void {
    const count = this.count(term)
    // Its place among the first blocks is a piece of memory like any other.
    if (count === 1) visit(this.#first, term, term + 1)
    if (count < 2) return
    for (let block = (this.#first[term] as number) - 1; block >= 0; block = this.#blocks.next(block)) {
      visit(entries, 0, this.#read(block, 0))
    }
  }

  /** Gives the only entry of a term a block, together with another one. */
  #beginList(term: number, entry: number): void {
    const only = this.#first[term] as number
    // Slots stand in the upper bits.
    entries[0] = Math.min(only, entry)
    entries[1] = Math.max(only, entry)
    const block = this.#blocks.allocate(0)
    this.#first[term] = this.#last[term] = block + 1
    this.#write(term, block, 2)
  }

  #endList(term: number): void {
    const block = (this.#first[term] as number) - 1
    this.#read(block, 0)
    this.#blocks.release(block)
    this.#first[term] = entries[0] as number
  }

  /** Puts an entry behind all others. @returns false where it belongs between them */
  #append(term: number, entry: number): boolean {
    const blocks = this.#blocks
    const block = (this.#last[term] as number) - 1
    const lastSlot = blocks.lastSlot(block)
    if (slotOfEntry(entry) < lastSlot) return false
    const length = writeEntry(bytes, 0, lastSlot, entry)
    const used = blocks.used(block)
    const level = blocks.level(block)
    if (used + length <= roomOf(level)) {
      const { page, start } = blocks.placeOf(block)
      for (let at = 0; at < length; at++) page[start + used + at] = bytes[at] as number
      blocks.setUsed(block, used + length, slotOfEntry(entry))
    } else if (level < largestLevel) {
      const size = this.#read(block, 0)
      entries[size] = entry
      this.#write(term, block, size + 1)
    } else {
      entries[0] = entry
      this.#write(term, this.#follow(term, block), 1)
    }
    return true
  }

  /** Puts an entry where it belongs: the slot of a report that is gone was given to another one. */
  #insert(term: number, entry: number): void {
    const blocks = this.#blocks
    let block = (this.#first[term] as number) - 1
    while (blocks.lastSlot(block) < slotOfEntry(entry)) block = blocks.next(block)
    const size = this.#read(block, 0)
    let at = size
    for (; at > 0 && (entries[at - 1] as number) > entry; at--) entries[at] = entries[at - 1] as number
    entries[at] = entry
    this.#write(term, block, size + 1)
  }

  /** Writes what is left of a block, together with the next one where both fit: removals leave no empty room. */
  #shrink(term: number, block: number, size: number): void {
    const blocks = this.#blocks
    const next = blocks.next(block)
    // Behind others a block's first slot takes no more bytes than at the beginning.
    const fits = next >= 0 && blocks.used(block) + blocks.used(next) <= roomOf(largestLevel)
    if (!fits) return this.#write(term, block, size)
    const both = this.#read(next, size)
    this.#unlink(term, block, next)
    this.#write(term, block, both)
  }

  /** Writes the first entries of `entries` into a block, or into larger or more ones in its place. */
  #write(term: number, block: number, size: number): void {
    const blocks = this.#blocks
    let end = 0
    let before = 0
    for (let at = 0; at < size; at++) {
      const entry = entries[at] as number
      end = writeEntry(bytes, end, before, entry)
      before = slotOfEntry(entry)
    }
    const level = blocks.level(block)
    if (end <= roomOf(level)) {
      const { page, start } = blocks.placeOf(block)
      page.set(bytes.subarray(0, end), start)
      blocks.setUsed(block, end, before)
    } else if (level < largestLevel) {
      // It is the only one of its list.
      blocks.release(block)
      let larger = level + 1
      while (larger < largestLevel && roomOf(larger) < end) larger++
      const place = blocks.allocate(larger)
      this.#first[term] = this.#last[term] = place + 1
      this.#write(term, place, size)
    } else {
      const half = size >>> 1
      const rest = entries.slice(half, size)
      this.#write(term, block, half)
      entries.set(rest)
      this.#write(term, this.#follow(term, block), rest.length)
    }
  }

  /** @returns a new block behind another one */
  #follow(term: number, block: number): number {
    const blocks = this.#blocks
    const added = blocks.allocate(largestLevel)
    blocks.setNext(added, blocks.next(block))
    blocks.setNext(block, added)
    if (this.#last[term] === block + 1) this.#last[term] = added + 1
    return added
  }

  #unlink(term: number, before: number, block: number): void {
    const next = this.#blocks.next(block)
    if (before < 0) this.#first[term] = next + 1
    else this.#blocks.setNext(before, next)
    if (this.#last[term] === block + 1) this.#last[term] = before + 1
    this.#blocks.release(block)
  }

  /** Reads a block into `entries`, behind the first `count`. @returns how many there are then */
  #read(block: number, count: number): number {
    const { page, start } = this.#blocks.placeOf(block)
    return readEntries(page, start, start + (page[start - 2] as number), entries, count)
  }
}

/** One list is worked on at a time: what a block holds, a block next to it, and one entry more. */
const entries = new Uint32Array(2 * roomOf(largestLevel) + 1)
const bytes = new Uint8Array(entries.length * longestEntry)
