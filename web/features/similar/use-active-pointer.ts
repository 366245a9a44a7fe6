import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Milliseconds without a movement after which a pointer that does not press only lies where it is. */
const still = 4_000

/**
 * Whether a pointer moves or presses at a place. One that lies there does not count: what appears may come under it.
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
