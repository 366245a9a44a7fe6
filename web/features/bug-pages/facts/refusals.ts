import { type RefObject, useEffect, useState } from 'react'

/** Why a fact was not changed. */
export interface Refusal {
  readonly words: string
  /** The id that finds the failure in the server's log. */
  readonly reference: string | undefined
  /** What may help: sending the same again, or changing what was written. */
  readonly again: { readonly words: string; readonly run: () => void } | undefined
  /** What was to be set. It is shown until the change is taken back. */
  readonly wanted: string | null
}

/** What shows a refusal beside its fact, or takes it away. @returns whether it is in sight */
type Place = (refusal: Refusal | undefined) => boolean

const places = new Map<string, Place>()
const keyOf = (bugId: string, name: string) => `${bugId} ${name}`

/** Shows beside a fact why it was not changed. @returns false where the fact is not in sight, so that it is told otherwise */
export function tellBeside(bugId: string, name: string, refusal: Refusal): boolean {
  return places.get(keyOf(bugId, name))?.(refusal) === true
}

/** Takes the refusal of a fact away, which is set anew. */
export function forgetRefusal(bugId: string, name: string): void {
  places.get(keyOf(bugId, name))?.(undefined)
}

/** A fact that stands on the screen. */
export interface ShownFact {
  readonly bugId: string
  readonly name: string
  /** What it is, in the form of `Refusal.wanted`. */
  readonly current: string | null
}

/**
 * Returns why a fact was not changed, until it has another value, and what takes that away.
 * @param button where it stands
 */
export function useRefusal(
  { bugId, name, current }: ShownFact,
  button: RefObject<HTMLElement | null>,
): [refusal: Refusal | undefined, forget: () => void] {
  const key = keyOf(bugId, name)
  /** `stayed` is what the fact was when the change had been taken back. */
  const [told, setTold] = useState<{ readonly refusal: Refusal; readonly stayed?: string | null }>()
  if (told?.stayed === undefined) {
    if (told && current !== told.refusal.wanted) setTold({ ...told, stayed: current })
  } else if (current !== told.stayed) setTold(undefined)
  useEffect(() => {
    const place: Place = (refusal) => {
      if (refusal && !isInSight(button.current)) return false
      setTold(refusal && { refusal })
      return true
    }
    places.set(key, place)
    return () => {
      if (places.get(key) === place) places.delete(key)
    }
  }, [key, button])
  return [told?.refusal, () => setTold(undefined)]
}

/** Whether nothing covers the middle of it, and no box that scrolls hides it. */
function isInSight(element: HTMLElement | null): boolean {
  if (!element) return false
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
