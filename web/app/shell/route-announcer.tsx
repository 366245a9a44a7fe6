import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Does for a navigation what a page load does by itself: moves the focus to the new screen's heading and says its
 * title. Changes of a filter or a page number stay on the screen and move nothing.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [announcement, setAnnouncement] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        focusHeading()
        // The screen writes its title in an effect of the same render.
        requestAnimationFrame(() => setAnnouncement(document.title))
      }),
    [router],
  )
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {announcement}
    </div>
  )
}

function focusHeading(): void {
  const main = document.getElementById('content')
  const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
  ;(heading ?? main)?.focus({ preventScroll: true })
}
