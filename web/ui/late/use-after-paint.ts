import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns false until what a component renders without the rest has been painted, and then true, so that what is looked at first is
 * seen sooner. A key that is pressed before that has the rest rendered at once: what it is for is there.
 * @param waits false has everything rendered at once
 */
export function useAfterPaint(waits: boolean): boolean {
  // Nothing is painted in a tab behind others.
  const [isPainted, setIsPainted] = useState(() => !waits || document.visibilityState !== 'visible')
  useEffect(() => {
    if (isPainted) return
    const show = () => setIsPainted(true)
    // One that is held down goes on to the next at once.
    const onKey = ({ repeat }: KeyboardEvent) => repeat || flushSync(show)
    let timer = 0
    // What a frame calls back comes before its painting.
    const frame = requestAnimationFrame(() => (timer = window.setTimeout(show)))
    addEventListener('keydown', onKey, true)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      removeEventListener('keydown', onKey, true)
    }
  }, [isPainted])
  return isPainted
}
