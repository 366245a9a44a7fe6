import { useEffect, useState } from 'react'

/** Returns true once `active` has lasted for so many milliseconds, and false again as soon as it ends. */
export function useDelayed(active: boolean, milliseconds: number): boolean {
  const [isLate, setIsLate] = useState(false)
  if (!active && isLate) setIsLate(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setIsLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [active, milliseconds])
  return active && isLate
}
