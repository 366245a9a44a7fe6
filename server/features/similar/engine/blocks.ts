/** Bytes that are asked for at once, enough for the system to keep them apart from small pieces; a block stands in one page. */
const pageBits = 18
const pageSize = 1 << pageBits
const pageMask = pageSize - 1

/** Sizes of blocks, in bytes. */
const sizes = [16, 24, 32, 48, 64, 96, 128, 192, 256] as const
export const largestLevel = sizes.length - 1

/** Addresses count in steps of so many bytes. */
const stepBits = 3

/** At the beginning of each: the next block (4 bytes), the last slot (3), the bytes used, and the level. */
const headLength = 9

/** The most bytes that a block of a level holds. */
export const roomOf = (level: number) => (sizes[level] as number) - headLength

/** A block of bytes as it lies in memory. */
export interface Place {
  readonly page: Uint8Array
  /** Where its bytes begin, behind its head. */
  readonly start: number
}

/** Blocks of bytes of a few sizes in pages that are never copied; a free one is given to the next who asks. */
export class Blocks {
  readonly #pages: Uint8Array[] = []
  #end = 0
  /** Free blocks by level, address + 1. */
  readonly #free = new Uint32Array(sizes.length)

  /** @returns the address of an empty block */
  allocate(level: number): number {
    const free = this.#free[level] as number
    const block = free > 0 ? free - 1 : this.#atEnd(sizes[level] as number)
    if (free > 0) this.#free[level] = this.next(block) + 1
    const { page, start } = this.placeOf(block)
    page.fill(0, start - headLength, start)
    page[start - 1] = level
    return block
  }

  release(block: number): void {
    const level = this.level(block)
    this.setNext(block, (this.#free[level] as number) - 1)
    this.#free[level] = block + 1
  }

  placeOf(block: number): Place {
    const page = this.#pages[block >>> (pageBits - stepBits)] as Uint8Array
    return { page, start: ((block << stepBits) & pageMask) + headLength }
  }

  /** @returns the next block of the list; -1 for none */
  next(block: number): number {
    const { page, start } = this.placeOf(block)
    const at = start - headLength
    const [a, b, c, d] = [page[at], page[at + 1], page[at + 2], page[at + 3]] as [number, number, number, number]
    return ((a | (b << 8) | (c << 16) | (d << 24)) >>> 0) - 1
  }

  setNext(block: number, next: number): void {
    const { page, start } = this.placeOf(block)
    for (let byte = 0; byte < 4; byte++) page[start - headLength + byte] = (next + 1) >>> (8 * byte)
  }

  /** The slot of its last entry. */
  lastSlot(block: number): number {
    const { page, start } = this.placeOf(block)
    return (page[start - 5] as number) | ((page[start - 4] as number) << 8) | ((page[start - 3] as number) << 16)
  }

  used(block: number): number {
    const { page, start } = this.placeOf(block)
    return page[start - 2] as number
  }

  level(block: number): number {
    const { page, start } = this.placeOf(block)
    return page[start - 1] as number
  }

  /** Says what a block holds, after its bytes were written. */
  setUsed(block: number, used: number, lastSlot: number): void {
    const { page, start } = this.placeOf(block)
    for (let byte = 0; byte < 3; byte++) page[start - 5 + byte] = lastSlot >>> (8 * byte)
    page[start - 2] = used
  }

  #atEnd(size: number): number {
    if ((this.#end & pageMask) + size > pageSize) this.#end = (this.#end | pageMask) + 1
    const at = this.#end
    const page = Math.floor(at / pageSize)
    if (page >= this.#pages.length) this.#pages.push(new Uint8Array(pageSize))
    this.#end += size
    return at / (1 << stepBits)
  }
}
