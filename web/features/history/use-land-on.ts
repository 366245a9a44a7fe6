import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { anEntry, isFurtherBack, type Timeline } from './timeline-pages.ts'

const places = ['new-comment']

/** The part of the address that may name a place of the page, without `#`. */
export function usePlaceInAddress(): string {
  return useLocation({ select: (location) => location.hash })
}

/** Whether somebody comes for a place in or below the timeline. */
export function isPlace(place: string): boolean {
  return anEntry.test(place) || places.includes(place)
}

/**
 * Goes to the entry that the address names with `#comment-…` or `#entry-…`, reading back to it where it is far away, or
 * to the box for a new comment: in the frame that shows it, so that nothing is seen in another place first.
 * @param place of `usePlaceInAddress`
 * @param timeline what was read of it
 * @param isShown whether it stands on the page
 * @param isReadingBack whether earlier entries are on their way
 */
export function useLandOn(
  place: string,
  timeline: Timeline | undefined,
  isShown: boolean,
  isReadingBack: boolean,
  loadEarlier: () => void,
): void {
  const landed = useRef('')
  const land = useEffectEvent(() => {
    if (landed.current === place || !isPlace(place)) return
    document.getElementById(place)?.scrollIntoView({ block: 'center' })
  })
  const goOn = useEffectEvent(loadEarlier)
  useLayoutEffect(() => land(), [place, timeline, isShown])
  useEffect(() => {
    if (!timeline) return
    if (isFurtherBack(place, timeline) && landed.current !== place) return goOn()
    if (!isShown) return
    // Once more: where the screen is new, the router scrolls after it was laid out.
    land()
    landed.current = place
  }, [place, timeline, isShown, isReadingBack])
}
