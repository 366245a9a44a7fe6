/** How long an answer may take, and how long nobody is asked after one that did not come, in milliseconds. */
const patience = 500
const rest = 5_000

/** Asks somebody who may have gone without a word: one wait is enough, then they are left alone for a while. */
export class Breaker {
  #askAgainAt = 0

  /** @throws what `ask` throws; Error when there is no answer in time, or was none a moment ago */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#askAgainAt) throw new Error('no answer a moment ago')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#askAgainAt = performance.now() + rest
        reject(new Error(`no answer within ${patience} ms`))
      }, patience)
    })
    try {
      return await Promise.race([ask(), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
