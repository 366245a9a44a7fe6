import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { focusInSight, placeOfReturn } from '#web/lib/return-focus.ts'

/**
 * Does for a navigation what a page load does: moves the focus to the new screen's heading, or to what goes before it there, and announces its title. On
 * the way back to a screen the focus goes where that screen puts it (`useReturnFocus`). A changed filter or page number
 * moves nothing.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    let isReturn = false
    const forgetWays = router.history.subscribe(({ action: { type } }: { action: { type: string } }) => {
      isReturn = type === 'BACK' || type === 'FORWARD' || type === 'GO'
    })
    const forgetScreens = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      const comesBack = isReturn || toLocation.state.isReturn === true
      const place = comesBack ? placeOfReturn(fromLocation.pathname) : undefined
      if (place) focusInSight(place)
      else focusHeading()
      // The screen writes its title in an effect of the same render.
      requestAnimationFrame(() => setAnnouncement(document.title))
    })
    return () => {
      forgetWays()
      forgetScreens()
    }
  }, [router])
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {announcement}
    </div>
  )
}

function focusHeading(): void {
  const main = document.getElementById('content')
  const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
  const first = main?.querySelector<HTMLElement>('[data-takes-focus]')
  ;(first ?? heading ?? main)?.focus({ preventScroll: true })
}
