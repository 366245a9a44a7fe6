import { useEffect, useState } from 'react'

/** Rows that are laid out at once, more than a screen holds, and in each later turn. */
const step = 20

/**
 * Lays the rows of a long list out in turns when the list becomes another one: the first of them are on the screen at
 * once, and the rest follows twenty at a time. The style sheet keeps the others from being laid out (`content-visibility:
 * auto`: one that is scrolled to meanwhile comes at once). For good that would cost more, at each row that scrolls by.
 * The rows that a list begins with are laid out together: Back looks for the place where somebody had scrolled to.
 * @param rows another array for other rows
 * @returns how many rows are laid out; undefined when all are
 */
export function useRowsInTurn(rows: readonly unknown[]): number | undefined {
  const [turn, setTurn] = useState<{ rows: readonly unknown[]; laidOut: number }>({ rows, laidOut: Infinity })
  if (turn.rows !== rows) setTurn({ rows, laidOut: step })
  const isDone = turn.laidOut >= rows.length
  useEffect(() => {
    if (isDone) return
    const next = () => setTurn({ rows: turn.rows, laidOut: turn.laidOut + step })
    // In the frame after the one that shows these.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(next)))
    return () => cancelAnimationFrame(frame)
  }, [turn, isDone])
  return isDone ? undefined : turn.laidOut
}
