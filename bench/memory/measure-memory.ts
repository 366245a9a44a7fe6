import { cookieOf } from '#bench/data-set/people.ts'
import { startChild } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { similarReady } from '#bench/start/measure-start.ts'
import { quantile } from '#bench/statistics.ts'
import { startProcess } from '#testing/product-process.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrowdCalls, CrowdJob } from './crowd.ts'
import { residentOf } from './resident.ts'

export interface MemorySizes {
  readonly people: number
  /** Of reading, in seconds. */
  readonly seconds: number
  /** Between two pages of one person, in milliseconds. */
  readonly pause: number
}

/** Resident memory of the application's process, in bytes. */
export interface MemoryFigures {
  readonly start: 'without a snapshot' | 'with a snapshot'
  /** When the similar bugs are ready. */
  readonly whenReady: number
  readonly whenConnected: number
  /** While everybody reads. */
  readonly reading: { readonly median: number; readonly p95: number; readonly most: number }
  /** Half a minute after the last page. */
  readonly afterwards: number
  /** The most at any time since the start. */
  readonly most: number
  readonly calls: CrowdCalls
}

/**
 * Measures the product as it is started by `npm start`, on a database with people of the data set: once without and once
 * with the snapshot of the similar bugs.
 */
export async function measureMemory(
  database: { readonly url: string; readonly bugIds: readonly string[] },
  sizes: MemorySizes,
  say: (line: string) => void,
  closing: Closing,
): Promise<MemoryFigures[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-memory-'))
  closing.later(() => rm(dataDir, { recursive: true, force: true }))
  const figures: MemoryFigures[] = []
  for (const start of ['without a snapshot', 'with a snapshot'] as const) {
    say(`memory: ${start}`)
    figures.push({ start, ...(await measureOnce({ ...database, dataDir }, sizes, say, closing)) })
  }
  return figures
}

async function measureOnce(
  { url, bugIds, dataDir }: { url: string; bugIds: readonly string[]; dataDir: string },
  { people, seconds, pause }: MemorySizes,
  say: (line: string) => void,
  closing: Closing,
): Promise<Omit<MemoryFigures, 'start'>> {
  const product = await startProcess({
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, CHAT_PORT: 'off', LIMIT_CHAT_CONNECTIONS: '100000' },
    ...{ LIMIT_SIMILAR: '1000' },
  })
  let hasEnded = false
  const end = async () => {
    if (!hasEnded) await product.end()
    hasEnded = true
  }
  closing.later(end)
  const crowd = startChild(new URL('./crowd.ts', import.meta.url), {})
  closing.later(() => crowd.stop())
  const now = () => residentOf(product.pid).now

  await similarReady(product.origin, cookieOf(0))
  const whenReady = now()
  say(`memory: ${people} people connect`)
  await crowd.ask<number>({ do: 'connect', origin: product.origin, bugIds, people } satisfies CrowdJob, 120)
  const whenConnected = now()
  say('memory: everybody reads')
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(now()), 500)
  const reading = crowd.ask<CrowdCalls>({ do: 'read', seconds, pause } satisfies CrowdJob, seconds + 60)
  const calls = await reading.finally(() => clearInterval(sampling))
  await sleep(30_000)
  const sorted = Float64Array.from(samples).toSorted()
  const figures = {
    ...{ whenReady, whenConnected, calls, afterwards: now(), most: residentOf(product.pid).most },
    reading: { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), most: sorted.at(-1) ?? 0 },
  }
  await crowd.stop()
  await end()
  return figures
}
