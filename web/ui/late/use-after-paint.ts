import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns false until what a component renders without the rest has been painted, and then true, so that what is looked at first is
 * seen sooner. A key that is pressed before that has the rest rendered at once: what it is for is there.
 * @param waits false has everything rendered at once, as in a tab behind others, where nothing is painted
 */
export function useAfterPaint(waits: boolean): boolean {
  const [isPainted, setIsPainted] = useState(!waits)
  useLayoutEffect(() => {
    if (isPainted) return
    const show = () => setIsPainted(true)
    // One that is held down is none that was pressed here.
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
