import { useEffect, useState } from 'react'

/** Returns the value as it was when it had last been the same for so many milliseconds. */
export function useDebounced<Value extends string | number | undefined>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
