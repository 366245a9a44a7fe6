/**
 * Makes of a look one that many may ask for: only one goes on at a time, and whoever asks meanwhile waits for one that begins
 * after they asked, all for the same one.
 */
export function sharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  return function ask(): Promise<T> {
    if (!running) {
      const run = look().finally(() => {
        if (running === run) running = undefined
      })
      return (running = run)
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        // Somebody else's look may have begun in between: two at once would take each other's changes for seen.
        return ask()
      })
    return next
  }
}
