/** Bytes that a reader takes at once. */
const partLength = 256 * 1024

/** Milliseconds within which a reader takes them. */
const longestPause = 30_000

/** How long an export has waited for its reader. */
export class Waits {
  readonly #now: () => number
  #before = 0
  #since: number | undefined

  /** @param now the time in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** In milliseconds, in all. */
  get total(): number {
    return this.#before + (this.#since === undefined ? 0 : this.#now() - this.#since)
  }

  begin(): void {
    this.#since = this.#now()
  }

  end(): void {
    this.#before = this.total
    this.#since = undefined
  }
}

/**
 * Yields pieces of text in parts, and measures how long their reader takes for them.
 * @param onStandstill called when the reader takes no part for too long
 * @param pause the longest one, in milliseconds
 */
export async function* paced(
  pieces: AsyncIterable<string>,
  waits: Waits,
  onStandstill: () => void,
  pause = longestPause,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    for (let from = 0; from < bytes.length; from += partLength) {
      const standstill = setTimeout(onStandstill, pause)
      waits.begin()
      try {
        yield bytes.subarray(from, from + partLength)
      } finally {
        waits.end()
        clearTimeout(standstill)
      }
    }
  }
}
