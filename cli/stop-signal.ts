/**
 * Runs `work` so that Ctrl+C and SIGTERM stop it in an orderly way; the second signal ends the process at once.
 * @param onStop called once
 */
export async function stoppable<T>(onStop: () => void, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const stopNow = () => {
    onStop()
    stop.abort()
  }
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.once(name, stopNow)
  try {
    return await work(stop.signal)
  } finally {
    for (const name of names) process.off(name, stopNow)
  }
}
