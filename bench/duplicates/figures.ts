import { quantile } from '#bench/statistics.ts'
import { type Typing, typings } from './play-set.ts'

/** The quality and speed with which one search found the right groups. */
export interface Figures {
  readonly r1: number
  readonly r5: number
  readonly r10: number
  readonly r20: number
  readonly mrr: number
  readonly p50Ms: number
  readonly p95Ms: number
}

/** Collects the places of the right groups, and the time of each search. */
export class Places {
  readonly #places: number[] = []
  readonly #times: number[] = []

  add(place: number, ms: number): void {
    this.#places.push(place)
    this.#times.push(ms)
  }

  get count(): number {
    return this.#places.length
  }

  figures(): Figures {
    const places = this.#places
    const share = (most: number) => meanOf(places.map((place) => (place <= most ? 1 : 0)))
    const times = this.#times.toSorted((a, b) => a - b)
    const time = (part: number) => (times.length === 0 ? 0 : quantile(times, part))
    return {
      ...{ r1: share(1), r5: share(5), r10: share(10), r20: share(20) },
      mrr: meanOf(places.map((place) => 1 / place)),
      ...{ p50Ms: time(0.5), p95Ms: time(0.95) },
    }
  }
}

export type ByTyping<T> = Record<Typing, T>

export function byTyping<T>(make: (typing: Typing) => T): ByTyping<T> {
  return Object.fromEntries(typings.map((typing) => [typing, make(typing)])) as ByTyping<T>
}

/** Returns each figure's mean over the sets, whatever their sizes. */
export function macroMean(figures: readonly Figures[]): Figures {
  const mean = (of: keyof Figures) => meanOf(figures.map((one) => one[of]))
  return {
    ...{ r1: mean('r1'), r5: mean('r5'), r10: mean('r10'), r20: mean('r20'), mrr: mean('mrr') },
    ...{ p50Ms: mean('p50Ms'), p95Ms: mean('p95Ms') },
  }
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1)
}
