/**
 * Questions to a server's process: its port, its processor time in µs, its resident memory in bytes, and the delay of
 * its event loop since the last question.
 */
export type ServerQuestion = 'port' | 'cpu' | 'memory' | 'delay'

/** Milliseconds. */
export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Returns the processor time of this process, in microseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
