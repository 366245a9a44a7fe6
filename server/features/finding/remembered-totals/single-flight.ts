/**
 * Returns work that many may ask for: one run goes on at a time, and whoever asks meanwhile waits for a run that begins after
 * they asked, all for the same one.
 */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  return function ask(): Promise<T> {
    if (!running) {
      const run = work().finally(() => {
        if (running === run) running = undefined
      })
      return (running = run)
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        // Somebody else's run may have begun in between: two at once would take each other's changes for seen.
        return ask()
      })
    return next
  }
}
