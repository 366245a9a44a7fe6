import type { Logger } from '#server/config/log.ts'
import type { Position } from '#server/events/relay.ts'

/** Between two snapshots, in milliseconds. */
const saveEvery = 600_000

interface Options {
  readonly log: Logger
  /** Waits for what is being read. @returns everything up to there is in the index; undefined when it can't be saved now */
  settle(): Promise<Position | undefined>
  write(position: Position): Promise<void>
}

/** Has a snapshot written now and then, if anything has changed, and one at a time. */
export class SnapshotSaving {
  readonly #options: Options
  readonly #timer: NodeJS.Timeout
  #isSaved = true
  #saving: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#timer = setInterval(() => void this.saveSoon(), saveEvery)
    this.#timer.unref()
  }

  /** The index holds something that the last snapshot doesn't. */
  noteChange(): void {
    this.#isSaved = false
  }

  /** Writes a snapshot as soon as no other is being written; resolves when that is over, whether it could be or not. */
  saveSoon(): Promise<void> {
    this.#saving = this.#saving
      .then(() => this.#save())
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'no snapshot of the similar bugs could be written'),
      )
    return this.#saving
  }

  /** Writes a last one. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.saveSoon()
  }

  async #save(): Promise<void> {
    if (this.#isSaved) return
    const position = await this.#options.settle()
    if (!position) return
    // What changes while it is written needs another one.
    this.#isSaved = true
    try {
      await this.#options.write(position)
    } catch (error) {
      this.#isSaved = false
      throw error
    }
  }
}
