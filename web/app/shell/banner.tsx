import { useState } from 'react'
import { useSite } from '#web/lib/session/site.ts'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { bannerDismissal, dismissBanner } from './banner-dismissal.ts'
import './banner.css'

/** Shows the operator's notice above every page; dismissing it lasts until tomorrow. */
export function Banner() {
  const { bannerText } = useSite()
  const [dismissed, setDismissed] = useState(bannerDismissal)
  if (bannerText === '' || dismissed === bannerText) return null
  const dismiss = () => {
    dismissBanner(bannerText)
    setDismissed(bannerText)
  }
  return (
    <aside className="banner not-printed" aria-label="About this site">
      <p>{bannerText}</p>
      <CloseButton size={24} label="Hide this notice until tomorrow" onClick={dismiss} />
    </aside>
  )
}
