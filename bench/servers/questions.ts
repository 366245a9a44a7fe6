/** What the benchmark asks a server's process: its port, its processor time in µs, its resident memory in bytes. */
export type ServerQuestion = 'port' | 'cpu' | 'memory'

/** Processor time that this process used, in microseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
