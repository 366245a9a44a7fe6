import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Milliseconds without a movement after which a pointer is idle. */
const still = 4_000

/**
 * Returns whether a pointer moves or presses at a place. An idle one does not count, because content may appear under
 * it.
 * @returns also the handlers for the place
 */
export function useActivePointer() {
  const [isActive, setIsActive] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const rest = () => {
    clearTimeout(timer.current)
    setIsActive(false)
  }
  const act = ({ buttons }: PointerEvent) => {
    clearTimeout(timer.current)
    if (buttons === 0) timer.current = setTimeout(rest, still)
    setIsActive(true)
  }
  return { isActive, handlers: { onPointerMove: act, onPointerDown: act, onPointerUp: act, onPointerLeave: rest } }
}
