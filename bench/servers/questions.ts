/** What the benchmark asks a server's process: its port, its processor time in µs, its resident memory in bytes, and how
 *  late its event loop was since the question before. */
export type ServerQuestion = 'port' | 'cpu' | 'memory' | 'delay'

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
