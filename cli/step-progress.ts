import type { Terminal } from './command.ts'

/** Milliseconds between two updates on a terminal, and between two lines without one. */
const drawEvery = 100
const lineEvery = 5_000

/** Shows the step of a long command: one changing line on a terminal, otherwise a line now and then. */
export class StepProgress {
  readonly #out: Pick<Terminal['stderr'], 'write' | 'isTTY'>
  readonly #timer: NodeJS.Timeout
  #text = ''
  #shown = ''

  constructor(out: Pick<Terminal['stderr'], 'write' | 'isTTY'>) {
    this.#out = out
    this.#timer = setInterval(() => this.#show(), out.isTTY ? drawEvery : lineEvery).unref()
  }

  /** Updates the line. @param text replaces the previous one */
  update(text: string): void {
    this.#text = text
  }

  /** Shows the start of another step at once. */
  step(text: string): void {
    this.#text = text
    this.#show()
  }

  end(): void {
    clearInterval(this.#timer)
    if (this.#out.isTTY && this.#shown) this.#out.write('\r\x1b[K')
    this.#shown = ''
  }

  #show(): void {
    if (this.#text === this.#shown) return
    this.#shown = this.#text
    this.#out.write(this.#out.isTTY ? `\r\x1b[K${this.#text} …` : `${this.#text} …\n`)
  }
}

/** Returns a size for people, such as `1.2 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`
}
