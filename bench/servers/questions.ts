import type pg from 'pg'
import { setTimeout } from 'node:timers/promises'

/** What the benchmark asks a server's process: its port, its processor time in µs, its resident memory in bytes, how late
 *  its event loop was since the question before, and to answer once none of its statements runs any more. */
export type ServerQuestion = 'port' | 'cpu' | 'memory' | 'delay' | 'settled'

/** Milliseconds. */
export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Processor time that this process used, in microseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Requests that were given up at the end of a stretch leave their statements behind, which would slow the next one and be
 * counted there.
 */
export async function statementsEnded(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await setTimeout(20)
}
