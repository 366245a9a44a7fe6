const cleanups = new Set<() => Promise<unknown>>()

/**
 * Notes how to take away what a run has started or made, for the case that somebody interrupts it.
 * @returns a function that takes it away, once
 */
export function leaveBehind(clean: () => Promise<unknown>): () => Promise<void> {
  cleanups.add(clean)
  return async () => {
    if (cleanups.delete(clean)) await clean()
  }
}

/** Takes away everything that is still there, the latest first. */
export async function cleanAll(): Promise<void> {
  for (const clean of [...cleanups].toReversed()) {
    cleanups.delete(clean)
    await clean().catch(() => undefined)
  }
}
