import { recordedReports } from '#bench/reports/recorded-reports.ts'
import { quantile } from '#bench/statistics.ts'
import { SimilarIndex } from '#server/features/similar/engine/similar-index.ts'
import type { Weights } from '#server/features/similar/engine/weights.ts'

/** Number of reports whose words are typed one by one. */
const typedReports = 300
const limit = 5
const minute = 60_000

interface Time {
  readonly p50: number
  readonly p95: number
}

/** Times in ms, of one search each, and of one addition. */
export interface Latencies {
  readonly reports: number
  readonly buildSeconds: number
  /** Memory that the index takes, in MB. */
  readonly megabytes: number
  readonly addition: Time
  readonly word: Time
  readonly title: Time
  readonly full: Time
}

/** Fills an index with the reports of all sets, adds variants when there are too few, and searches it. */
export async function measureLatencies(directory: string, weights: Weights, reports: number): Promise<Latencies> {
  const source = await recordedReports(directory, 'duplicates')
  const next = () => {
    const { title, description, stepsToReproduce, product, component } = source.report()
    return { title, description: `${description}\n${stepsToReproduce}`, product, component }
  }
  const index = new SimilarIndex(weights)
  const began = performance.now()
  const before = memory()
  const additions: number[] = []
  for (let n = 0; n < reports; n++) {
    const seen = { productNumber: 0, isPrivate: false }
    const report = { ...next(), ...seen, id: String(n), group: String(n), createdOn: n * minute }
    const started = performance.now()
    index.put(report)
    additions.push(performance.now() - started)
  }
  const buildSeconds = (performance.now() - began) / 1000
  const megabytes = (memory() - before) / 2 ** 20

  const times = { word: [] as number[], title: [] as number[], full: [] as number[] }
  const search = (title: string, description: string) => {
    const started = performance.now()
    index.suggest({ title, description, now: reports * minute }, { limit })
    return performance.now() - started
  }
  for (let n = 0; n < typedReports; n++) {
    const { title, description } = next()
    const words = title.split(/\s+/).filter(Boolean)
    for (let typed = 2; typed <= words.length; typed++) times.word.push(search(words.slice(0, typed).join(' '), ''))
    times.title.push(search(title, ''))
    times.full.push(search(title, description))
  }
  const parts = { addition: timeOf(additions), word: timeOf(times.word) }
  return {
    ...{ reports, buildSeconds, megabytes, ...parts },
    ...{ title: timeOf(times.title), full: timeOf(times.full) },
  }
}

function timeOf(times: readonly number[]): Time {
  if (times.length === 0) return { p50: 0, p95: 0 }
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

/** Returns the bytes in use, after a garbage collection where node was started with --expose-gc. */
function memory(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
