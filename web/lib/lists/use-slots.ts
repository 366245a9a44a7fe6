import { useState } from 'react'

export interface Slots {
  readonly ids: readonly string[]
  /** One key for each of the ids. */
  readonly slots: readonly number[]
  /** Incremented when all records change. */
  readonly page: number
}

/**
 * Assigns keys to the rows of a list so that their elements are reused for another page, which costs less than half of
 * creating them. A record that stays keeps its row and a new one gets its own, because otherwise all others would be
 * moved. A row must hold no state that outlives its record.
 * @param ids of the records, in order, each once
 */
export function useSlots(ids: readonly string[]): Slots {
  const [known, setKnown] = useState<Slots>({ ids: [], slots: [], page: 0 })
  if (isSame(ids, known.ids)) return known
  const next = nextSlots(known, ids)
  setKnown(next)
  return next
}

export function nextSlots(known: Slots, ids: readonly string[]): Slots {
  const kept = new Map(known.ids.map((id, index) => [id, known.slots[index] ?? 0]))
  const stays = ids.some((id) => kept.has(id))
  const free = stays ? [] : [...known.slots]
  let fresh = Math.max(-1, ...known.slots) + 1
  const slots = ids.map((id) => kept.get(id) ?? free.shift() ?? fresh++)
  return { ids, slots, page: known.page + (stays ? 0 : 1) }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index])
}
