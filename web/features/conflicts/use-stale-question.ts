import { useEffect, useRef, useState } from 'react'
import type { Conflict } from '#shared/history/conflict.ts'

/** A change that was refused because others changed the same since it was decided. */
export interface StaleChange {
  readonly since: Conflict['since']
  /** What would be done. */
  readonly verb: 'Close' | 'Open' | 'Assign' | 'Classify' | 'Merge' | 'Change'
  /** Makes the change all the same. */
  readonly doAnyway: () => void
  readonly leave: () => void
}

/** Keeps a stale change until somebody has decided about it. */
export function useStaleQuestion() {
  const [stale, setStale] = useState<StaleChange>()
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])

  /** @returns false when its screen was left: nobody is there to answer */
  function ask({ since, version }: Conflict, verb: StaleChange['verb'], again: (version: number) => void): boolean {
    if (!isThere.current) return false
    const leave = () => setStale(undefined)
    setStale({
      since,
      verb,
      leave,
      doAnyway: () => {
        leave()
        again(version)
      },
    })
    return true
  }
  return { stale, ask }
}
