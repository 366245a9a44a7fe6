import { useEffect, useState } from 'react'

/** Rows that are laid out at once, more than a screen holds, and in each later turn. */
const step = 20

/**
 * Lays the rows of a long list out in turns when all of them become other ones: the first of them are on the screen at
 * once, and the rest follows twenty at a time. The style sheet keeps the others from being laid out (`content-visibility:
 * auto`: one that is scrolled to meanwhile comes at once). For good that would cost more, at each row that scrolls by.
 * The rows that a list begins with are laid out together: Back looks for the place where somebody had scrolled to.
 * @param page another number for other rows
 * @param rows how many there are
 * @returns how many rows are laid out; undefined when all are
 */
export function useRowsInTurn(page: number, rows: number): number | undefined {
  const [turn, setTurn] = useState({ page, laidOut: Infinity })
  if (turn.page !== page) setTurn({ page, laidOut: step })
  const isDone = turn.laidOut >= rows
  useEffect(() => {
    if (isDone) return
    const next = () => setTurn({ page: turn.page, laidOut: turn.laidOut + step })
    // In the frame after the one that shows these.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(next)))
    return () => cancelAnimationFrame(frame)
  }, [turn, isDone])
  return isDone ? undefined : turn.laidOut
}
