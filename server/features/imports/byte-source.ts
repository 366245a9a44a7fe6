/** Bytes that come in chunks of any size, looked at before they are taken. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** @returns the next bytes: `count` at least, fewer at the end */
  async peek(count: number): Promise<Buffer> {
    while (this.#held.length < count) {
      const next = await this.#chunks.next()
      if (next.done) break
      this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value])
    }
    return this.#held
  }

  /** Takes bytes that were looked at. */
  skip(count: number): void {
    this.#held = this.#held.subarray(count)
  }

  /** All that was not taken yet. */
  async *rest(): AsyncGenerator<Buffer> {
    for (let held = await this.peek(1); held.length > 0; held = await this.peek(1)) {
      this.skip(held.length)
      yield held
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
