/** What the benchmark asks a server process. */
export type ServerQuestion = 'port' | 'cpu'

/** Processor time that this process used, in microseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
