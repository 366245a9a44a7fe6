import { setImmediate } from 'node:timers/promises'

/** How long is worked at a stretch before others have their turn, in milliseconds. */
const stretch = 4

/** The engine failed, not the database: what it holds can't be trusted. */
export class IndexDefect extends Error {}

/**
 * Does something to the index with each of many, and lets others have their turn in between.
 * @throws IndexDefect when it fails
 */
export async function inTurns<T>(items: readonly T[], act: (item: T) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    try {
      act(item)
    } catch (error) {
      throw new IndexDefect('The index of similar bugs failed.', { cause: error })
    }
    if (performance.now() - since < stretch) continue
    await setImmediate()
    since = performance.now()
  }
}
