const cleanups = new Set<() => Promise<unknown>>()

/**
 * Registers how to remove what a run has started or created, in case it is interrupted.
 * @returns a function that removes it, once
 */
export function leaveBehind(clean: () => Promise<unknown>): () => Promise<void> {
  cleanups.add(clean)
  return async () => {
    if (cleanups.delete(clean)) await clean()
  }
}

/** Removes everything that is still there, the latest first. */
export async function cleanAll(): Promise<void> {
  for (const clean of [...cleanups].toReversed()) {
    cleanups.delete(clean)
    await clean().catch(() => undefined)
  }
}
