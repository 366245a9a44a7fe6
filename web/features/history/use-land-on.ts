import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Timeline } from './timeline-pages.ts'

const anEntry = /^(comment|entry)-\w+$/
const places = ['new-comment']

/**
 * Goes to the entry that the address names with `#comment-…` or `#entry-…`, reading back to it where it is far away, or
 * to the box for a new comment.
 */
export function useLandOn(timeline: Timeline | undefined, loadEarlier: () => void): void {
  const hash = useLocation({ select: (location) => location.hash })
  const landed = useRef('')
  const goOn = useEffectEvent(loadEarlier)
  useEffect(() => {
    if (!timeline || landed.current === hash || !(anEntry.test(hash) || places.includes(hash))) return
    const entry = document.getElementById(hash)
    if (entry) entry.scrollIntoView({ block: 'center' })
    else if (timeline.more && anEntry.test(hash)) return goOn()
    landed.current = hash
  }, [hash, timeline])
}
