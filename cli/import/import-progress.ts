import type { Terminal } from '#cli/command.ts'
import type { ImportFile } from '#cli/import-file.ts'

/** Number of new bugs from which on the tables are vacuumed after an import. */
export const worthTidying = 1_000

const barWidth = 24
/** Milliseconds between two updates of the bar, and between two lines without a terminal. */
const drawEvery = 100
const lineEvery = 5_000

/** Shows the progress of an import: a bar on a terminal, otherwise a line now and then. */
export class ImportProgress {
  readonly #file: Pick<ImportFile, 'size' | 'read'>
  readonly #out: Pick<Terminal['stderr'], 'write' | 'isTTY'>
  #started = performance.now()
  readonly #timer: NodeJS.Timeout
  #bugs = 0
  #waiting = 0
  #phase = ''
  #drawn = false

  constructor(file: Pick<ImportFile, 'size' | 'read'>, out: Pick<Terminal['stderr'], 'write' | 'isTTY'>) {
    this.#file = file
    this.#out = out
    this.#timer = setInterval(() => this.#show(), out.isTTY ? drawEvery : lineEvery).unref()
  }

  /** Marks the start of reading; earlier time does not count for the speed. */
  begin(): void {
    this.#started = performance.now()
  }

  /**
   * Updates the progress.
   * @param bugs stored or refused so far
   * @param waiting read, and not stored yet
   */
  update(bugs: number, waiting: number): void {
    this.#bugs = bugs
    this.#waiting = waiting
  }

  /** Shows `phase` while `work` runs. */
  async during<T>(phase: string, work: () => Promise<T>): Promise<T> {
    this.#phase = phase
    if (this.#out.isTTY) this.#show()
    try {
      return await work()
    } finally {
      this.#phase = ''
    }
  }

  /** Shows `phase` from now on. */
  show(phase: string): void {
    this.#phase = phase
  }

  /** Removes the bar while other lines are written. */
  interrupt(write: () => void): void {
    this.#clear()
    write()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#clear()
  }

  #clear(): void {
    if (this.#drawn) this.#out.write('\r\x1b[K')
    this.#drawn = false
  }

  #show(): void {
    if (this.#bugs === 0) return
    const text = this.#phase ? `${this.#bugs.toLocaleString('en-US')} bugs, ${this.#phase} …` : this.#text()
    if (!this.#out.isTTY) this.#out.write(`${text}\n`)
    else {
      this.#clear()
      this.#out.write(text)
      this.#drawn = true
    }
  }

  #text(): string {
    const seconds = (performance.now() - this.#started) / 1000
    const rate = `${this.#bugs.toLocaleString('en-US')} bugs, ${Math.round(this.#bugs / seconds).toLocaleString('en-US')}/s`
    if (!this.#file.size) return rate
    const settled = this.#bugs / (this.#bugs + this.#waiting)
    const part = Math.min(1, this.#file.read / this.#file.size) * settled
    const left = part > 0 ? `, ${Math.ceil((seconds * (1 - part)) / part)} s left` : ''
    const filled = Math.round(part * barWidth)
    const bar = this.#out.isTTY ? `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ` : ''
    return `${bar}${Math.floor(part * 100)} % of the file, ${rate}${left}`
  }
}
