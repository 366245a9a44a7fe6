import { useEffect, useState } from 'react'

/** Counts whole seconds down to 0 after `start(seconds)`; `left` is 0 while nothing runs. */
export function useCooldown() {
  const [left, setLeft] = useState(0)

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  return { left, start: setLeft }
}
