import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'

/** Writes a tar archive, packed with zstd, as it is made: nothing of it is kept in memory. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #written: Promise<void>

  /** @param out gets the bytes, and is ended */
  constructor(out: Writable, signal: AbortSignal) {
    const zstd = createZstdCompress({
      params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 3 },
    })
    this.#written = pipeline(Readable.from(this.#pack), zstd, out, { signal })
    // Whoever adds something next, or ends it, hears of a failure.
    this.#written.catch((error: Error) => this.#pack.destroy(error))
  }

  add(name: string, content: Buffer): Promise<void> {
    return this.addStream(name, content.length, [content])
  }

  /**
   * @param bytes how many there are in `content`, no more and no less
   * @throws what `content` or `out` failed with
   */
  async addStream(name: string, bytes: number, content: AsyncIterable<Buffer> | readonly Buffer[]): Promise<void> {
    const entry = await this.#begin(name, bytes)
    // 'close' comes in any case, also when all of it fails.
    const closed = once(entry, 'close')
    const failed: { why?: unknown } = {}
    entry.on('error', (why) => (failed.why ??= why))
    try {
      for await (const chunk of content) {
        if (entry.destroyed) break
        if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), closed])
      }
      entry.end(null)
    } catch (error) {
      // Of the content itself, or of an entry that can't be written any more.
      failed.why ??= error
      entry.destroy()
    }
    await closed.catch(() => undefined)
    if (!('why' in failed)) return
    this.#pack.destroy()
    await this.#written.catch((error: unknown) => {
      if (error instanceof Error && 'syscall' in error) failed.why = error
    })
    throw failed.why
  }

  /** @throws what `out` failed with since the last one: the archive itself says only that it takes no more */
  async #begin(name: string, bytes: number): Promise<ReturnType<ReturnType<typeof pack>['entry']>> {
    try {
      return this.#pack.entry({ name, size: bytes, mode: 0o600 })
    } catch (error) {
      await this.#written
      throw error
    }
  }

  /** Resolves when all of it has reached `out`. */
  async end(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  /** Gives it up; `out` is destroyed. */
  async abandon(why: Error): Promise<void> {
    this.#pack.destroy(why)
    await this.#written.catch(() => undefined)
  }
}
