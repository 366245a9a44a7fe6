import { setTimeout } from 'node:timers/promises'

/** Returns the result of a query; undefined when it failed or took longer than so many milliseconds. */
export async function inTime<T>(query: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const waiting = new AbortController()
  const late = setTimeout(milliseconds, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined)
  try {
    return await Promise.race([query, late])
  } catch {
    return undefined
  } finally {
    waiting.abort()
  }
}

/** Caches a result for so many milliseconds. Callers meanwhile share one query. */
export function cachedFor<T>(query: () => Promise<T>, milliseconds: number): () => Promise<T> {
  let last: { readonly at: number; readonly result: Promise<T> } | undefined
  return () => {
    if (last && performance.now() - last.at < milliseconds) return last.result
    const found = query()
    last = { at: performance.now(), result: found }
    found.catch(() => {
      if (last?.result === found) last = undefined
    })
    return found
  }
}
