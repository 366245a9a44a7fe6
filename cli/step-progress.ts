import type { WriteStream } from 'node:tty'

/** Milliseconds between two drawings on a terminal, and between two lines where there is none. */
const drawEvery = 100
const lineEvery = 5_000

/** What a long command is doing: one line that changes on a terminal, else a line now and then. */
export class StepProgress {
  readonly #out: Pick<WriteStream, 'write' | 'isTTY'>
  readonly #timer: NodeJS.Timeout
  #text = ''
  #shown = ''

  constructor(out: Pick<WriteStream, 'write' | 'isTTY'>) {
    this.#out = out
    this.#timer = setInterval(() => this.#show(), out.isTTY ? drawEvery : lineEvery).unref()
  }

  /** @param text replaces what was said before */
  update(text: string): void {
    this.#text = text
  }

  /** Says at once that something else begins. */
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

/** Bytes for people, such as `1.2 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`
}
