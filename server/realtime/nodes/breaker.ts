/** Time limit for an answer, and the pause after a missing one, in milliseconds. */
const timeout = 500
const pause = 5_000

/** Calls a service that may have stopped without notice. After one missing answer it is not called for a while. */
export class Breaker {
  readonly #rest: number
  #askAgainAt = 0

  /** @param rest milliseconds for which it is not called after a missing answer */
  constructor(rest = pause) {
    this.#rest = rest
  }

  /** Runs a call. @throws what `ask` throws; Error when there is no answer in time, or was none just before */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#askAgainAt) throw new Error('no answer a moment ago')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#askAgainAt = performance.now() + this.#rest
        reject(new Error(`no answer within ${timeout} ms`))
      }, timeout)
    })
    try {
      return await Promise.race([ask(), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
