import { withRoom } from './columns.ts'

/** Bytes that are asked for at once. */
const pageSize = 1 << 18
/** So many bytes of removed strings may stand among the others, beside a quarter of these. */
const mostDead = 4 * pageSize

/**
 * A string of bytes (packed-terms.ts) for each slot, in pages: as strings on V8's heap they would weigh more, leave holes
 * between them while they are made, and be looked at by each taking out of garbage.
 */
export class PackedStore {
  #pages: Buffer[] = []
  /** Bytes used of the last page. */
  #used = 0
  /** By slot: the page, where in it, and how long. */
  #page = new Uint16Array(0)
  #start = new Uint32Array(0)
  #length = new Uint32Array(0)
  #live = 0
  #dead = 0

  get(slot: number): string {
    const start = this.#start[slot] as number
    const page = this.#pages[this.#page[slot] as number] as Buffer
    return page.toString('latin1', start, start + (this.#length[slot] as number))
  }

  /** For a slot that has none. */
  set(slot: number, packed: string): void {
    this.#page = withRoom(this.#page, slot + 1)
    this.#start = withRoom(this.#start, slot + 1)
    this.#length = withRoom(this.#length, slot + 1)
    this.#place(slot, packed.length).write(packed, this.#start[slot] as number, 'latin1')
    this.#live += packed.length
  }

  delete(slot: number): void {
    const length = this.#length[slot] as number
    this.#length[slot] = 0
    this.#live -= length
    this.#dead += length
    if (this.#dead > mostDead + this.#live / 4) this.#pack()
  }

  /** @returns the page in which the slot has room then */
  #place(slot: number, length: number): Buffer {
    let page = this.#pages.at(-1)
    if (!page || this.#used + length > page.length) {
      page = Buffer.allocUnsafeSlow(Math.max(pageSize, length))
      this.#pages.push(page)
      this.#used = 0
    }
    this.#page[slot] = this.#pages.length - 1
    this.#start[slot] = this.#used
    this.#length[slot] = length
    this.#used += length
    return page
  }

  /** Moves all together: some milliseconds once in tens of thousands of changes. */
  #pack(): void {
    const old = this.#pages
    this.#pages = []
    this.#dead = 0
    for (let slot = 0; slot < this.#length.length; slot++) {
      const length = this.#length[slot] as number
      if (length === 0) continue
      const [page, start] = [old[this.#page[slot] as number] as Buffer, this.#start[slot] as number]
      page.copy(this.#place(slot, length), this.#start[slot] as number, start, start + length)
    }
  }
}
