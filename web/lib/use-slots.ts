import { useState } from 'react'

interface Slots {
  readonly ids: readonly string[]
  readonly slots: readonly number[]
}

/**
 * Keys for the rows of a list whose elements are used again: a record that stays keeps its row, and a new one takes
 * the row of one that went. Another page so fills the rows that are there, which costs less than half of making them.
 * A row must hold nothing that outlasts its record.
 * @param ids of the records, in order, each once
 * @returns one key for each of them
 */
export function useSlots(ids: readonly string[]): readonly number[] {
  const [known, setKnown] = useState<Slots>({ ids: [], slots: [] })
  if (isSame(ids, known.ids)) return known.slots
  const next = nextSlots(known, ids)
  setKnown(next)
  return next.slots
}

/** Free rows are given out from the top, so that those of another page stay where they are. */
export function nextSlots(known: Slots, ids: readonly string[]): Slots {
  const kept = new Map(known.ids.map((id, index) => [id, known.slots[index] ?? 0]))
  const wanted = new Set(ids)
  const free = known.slots.filter((_, index) => !wanted.has(known.ids[index] ?? ''))
  let fresh = Math.max(-1, ...known.slots) + 1
  return { ids, slots: ids.map((id) => kept.get(id) ?? free.shift() ?? fresh++) }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index])
}
