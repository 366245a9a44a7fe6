import { useEffect, useState } from 'react'

/** Number of rows in the first batch, more than a screen holds, and in each later one. */
const step = 20

/**
 * Lays out the rows of a long list in batches when all of them change: the first ones are on the screen at once, and
 * the rest follows, twenty per frame. The style sheet keeps the others from being laid out (`content-visibility: auto`,
 * so that one that is scrolled to appears at once). Using it permanently would make scrolling slower. The first rows of
 * a list are laid out together, because Back restores a scroll position.
 * @param page changes when the rows do
 * @param rows how many there are
 * @returns how many rows are laid out; undefined when all are
 */
export function useBatchedRows(page: number, rows: number): number | undefined {
  const [batch, setBatch] = useState({ page, laidOut: Infinity })
  if (batch.page !== page) setBatch({ page, laidOut: step })
  const isDone = batch.laidOut >= rows
  useEffect(() => {
    if (isDone) return
    const next = () => setBatch({ page: batch.page, laidOut: batch.laidOut + step })
    // Runs in the frame after the one that shows these rows.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(next)))
    return () => cancelAnimationFrame(frame)
  }, [batch, isDone])
  return isDone ? undefined : batch.laidOut
}
