/** A set of small whole numbers, one bit each. */
export class BitSet {
  #words = new Uint32Array(1024)
  #size = 0
  #version = 0

  /** Another one after each change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#words.byteLength
  }

  /** @param numbers four bytes each, as PostgreSQL's `int4send` writes them; null for none */
  addAll(numbers: Buffer | null): void {
    for (let at = 0; numbers && at < numbers.length; at += 4) this.#add(numbers.readInt32BE(at))
  }

  removeAll(numbers: Buffer | null): void {
    for (let at = 0; numbers && at < numbers.length; at += 4) this.#remove(numbers.readInt32BE(at))
  }

  /** Each number in turn. */
  forEach(act: (number: number) => void): void {
    this.#words.forEach((word, place) => {
      for (let left = word; left !== 0; left &= left - 1) act(place * 32 + 31 - Math.clz32(left & -left))
    })
  }

  #add(number: number): void {
    const place = number >>> 5
    if (place >= this.#words.length) this.#grow(place)
    const bit = 1 << (number & 31)
    const before = this.#words[place] ?? 0
    if ((before & bit) !== 0) return
    this.#words[place] = before | bit
    this.#size++
    this.#version++
  }

  #remove(number: number): void {
    const place = number >>> 5
    const bit = 1 << (number & 31)
    const before = this.#words[place] ?? 0
    if ((before & bit) === 0) return
    this.#words[place] = before & ~bit
    this.#size--
    this.#version++
  }

  #grow(place: number): void {
    const words = new Uint32Array(Math.max(place + 1, Math.ceil(this.#words.length * 1.5)))
    words.set(this.#words)
    this.#words = words
  }
}
