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
import type { UsersCalls, UsersJob } from './concurrent-users.ts'
import { residentOf } from './resident.ts'

export interface MemorySizes {
  readonly people: number
  /** Seconds of reading. */
  readonly seconds: number
  /** Milliseconds between two pages of one person. */
  readonly pause: number
}

/** Resident memory of the application's process, in bytes. */
export interface MemoryFigures {
  /** Seconds from the start to the ready line, and until the similar bugs are ready. */
  readonly readyAfter: number
  readonly similarAfter: number
  /** When the similar bugs are ready. */
  readonly whenReady: number
  readonly whenConnected: number
  /** While everybody reads. */
  readonly reading: { readonly median: number; readonly p95: number; readonly most: number }
  /** Half a minute after the last page. */
  readonly afterwards: number
  /** The most at any time since the start. */
  readonly most: number
  readonly calls: UsersCalls
}

/** Measures the product as `npm start` starts it, on a database with people of the data set. */
export async function measureMemory(
  { url, bugIds }: { readonly url: string; readonly bugIds: readonly string[] },
  { people, seconds, pause }: MemorySizes,
  say: (line: string) => void,
  closing: Closing,
): Promise<MemoryFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-memory-'))
  closing.later(() => rm(dataDir, { recursive: true, force: true }))
  say('memory: all bugs are read')
  const began = performance.now()
  const secondsSince = () => (performance.now() - began) / 1000
  const product = await startProcess({
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, CHAT_PORT: 'off', LIMIT_CHAT_CONNECTIONS: '100000' },
    ...{ LIMIT_SIMILAR: '1000' },
  })
  const readyAfter = secondsSince()
  let hasEnded = false
  const end = async () => {
    if (!hasEnded) await product.end()
    hasEnded = true
  }
  closing.later(end)
  const users = startChild(new URL('./concurrent-users.ts', import.meta.url), {})
  closing.later(() => users.stop())
  const now = () => residentOf(product.pid).now

  await similarReady(product.origin, cookieOf(0))
  const similarAfter = secondsSince()
  const whenReady = now()
  say(`memory: ${people} people connect`)
  await users.ask<number>({ do: 'connect', origin: product.origin, bugIds, people } satisfies UsersJob, 120)
  const whenConnected = now()
  say('memory: everybody reads')
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(now()), 500)
  const reading = users.ask<UsersCalls>({ do: 'read', seconds, pause } satisfies UsersJob, seconds + 60)
  const calls = await reading.finally(() => clearInterval(sampling))
  await sleep(30_000)
  const sorted = Float64Array.from(samples).toSorted()
  const figures = {
    ...{
      readyAfter,
      similarAfter,
      whenReady,
      whenConnected,
      calls,
      afterwards: now(),
      most: residentOf(product.pid).most,
    },
    reading: { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), most: sorted.at(-1) ?? 0 },
  }
  await users.stop()
  await end()
  return figures
}
