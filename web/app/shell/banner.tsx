import { useLayoutEffect, useRef, useState } from 'react'
import { useSite } from '#web/lib/session/site.ts'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { bannerDismissal, dismissBanner } from './banner-dismissal.ts'
import './banner.css'

/** Shows the operator's notice above every page; dismissing it lasts until tomorrow. */
export function Banner() {
  const { bannerText } = useSite()
  const [dismissed, setDismissed] = useState(bannerDismissal)
  const isShown = bannerText !== '' && dismissed !== bannerText
  const banner = useRef<HTMLElement>(null)
  // What stands below the bar at a fixed place, or fills the window, makes room for it.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--banner-height', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    if (banner.current) observer.observe(banner.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--banner-height')
    }
  }, [isShown])
  if (!isShown) return null
  const dismiss = () => {
    dismissBanner(bannerText)
    setDismissed(bannerText)
  }
  return (
    <aside ref={banner} className="banner not-printed" aria-label="About this site">
      <p>{bannerText}</p>
      <CloseButton size={24} label="Hide this notice until tomorrow" onClick={dismiss} />
    </aside>
  )
}
