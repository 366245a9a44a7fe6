import { type RefObject, useEffect, useState } from 'react'
import { currentOf, type FactBug, type FactName } from './facts.ts'

/** Why a fact was not changed. */
export interface Refusal {
  readonly words: string
  /** The id that finds the failure in the server's log. */
  readonly reference: string | undefined
  /** Sends the same again, where that may help. */
  readonly retry: (() => void) | undefined
  /** What was to be set, as `currentOf` has it. It is shown until the change is taken back. */
  readonly wanted: string | null
}

/** What shows a refusal beside its fact, or takes it away. @returns whether it is in sight */
type Place = (refusal: Refusal | undefined) => boolean

const places = new Map<string, Place>()
const keyOf = (bugId: string, name: FactName) => `${bugId} ${name}`

/** Shows beside a fact why it was not changed. @returns false where the fact is not in sight, so that it is told otherwise */
export function tellBeside(bugId: string, name: FactName, refusal: Refusal): boolean {
  return places.get(keyOf(bugId, name))?.(refusal) === true
}

/** Takes the refusal of a fact away, which is set anew. */
export function forgetRefusal(bugId: string, name: FactName): void {
  places.get(keyOf(bugId, name))?.(undefined)
}

/**
 * Returns why a fact that stands on the screen was not changed, until it has another value, and what takes that away.
 * @param button where it stands
 */
export function useRefusal(
  bug: FactBug,
  name: FactName,
  button: RefObject<HTMLElement | null>,
): [refusal: Refusal | undefined, forget: () => void] {
  const key = keyOf(bug._id, name)
  const [refusal, setRefusal] = useState<Refusal>()
  /** What the fact was when the change had been taken back. */
  const [stayed, setStayed] = useState<string | null>()
  const current = currentOf(bug, name)
  if (refusal && stayed === undefined && current !== refusal.wanted) setStayed(current)
  const isPast = refusal !== undefined && stayed !== undefined && current !== stayed
  if (isPast) setRefusal(undefined)
  if (!refusal && stayed !== undefined) setStayed(undefined)
  useEffect(() => {
    const place: Place = (next) => {
      if (next && !isInSight(button.current)) return false
      setRefusal(next)
      return true
    }
    places.set(key, place)
    return () => {
      if (places.get(key) === place) places.delete(key)
    }
  }, [key, button])
  return [refusal, () => setRefusal(undefined)]
}

/** Whether nothing covers the middle of it, and no box that scrolls hides it. */
function isInSight(element: HTMLElement | null): boolean {
  if (!element) return false
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
