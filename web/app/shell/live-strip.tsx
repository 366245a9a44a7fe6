import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type LiveStatus, useLiveStatus } from '#web/lib/socket/live-status.ts'
import { outageWords } from '#web/lib/explain-error.ts'
import { useDelayed } from '#web/lib/use-delayed.ts'
import { useOutage } from '#web/lib/session/use-outage.ts'
import './live-strip.css'

/** Milliseconds without a connection that are not reported. */
const shownAfter = 1_000
/** Milliseconds for which the return of the connection is shown. */
const recoveryShownFor = 4_000

/**
 * Shows that the server can't be reached, that the content may be out of date, or that it is current again. It covers
 * the page, so that nothing moves.
 */
export function LiveStrip() {
  const status = useLiveStatus()
  const outage = useOutage()
  const words = useStripWords(status, outage !== undefined)
  return (
    <div className="live-strip not-printed" role="status" data-live={status}>
      {words === 'away' && (
        <p data-tone="away">
          <IconPlugConnectedX size={16} aria-hidden />
          {outage ? `${outageWords(outage)}. Trying again…` : 'Reconnecting… This page may be out of date.'}
        </p>
      )}
      {words === 'current' && (
        <p>
          <IconPlugConnected size={16} aria-hidden />
          Connected again. This page is up to date.
        </p>
      )}
    </div>
  )
}

/** Returns the message; the return of the connection is shown only after its loss was. */
function useStripWords(status: LiveStatus, isOutage: boolean): 'away' | 'current' | undefined {
  const isUntrue = isOutage || status === 'away' || status === 'catching-up'
  const isLate = useDelayed(isUntrue, shownAfter)
  const [wasLate, setWasLate] = useState(false)
  if (isLate && !wasLate) setWasLate(true)
  if (status === 'still' && !isOutage && wasLate) setWasLate(false)
  const isBack = wasLate && !isUntrue
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setWasLate(false), recoveryShownFor)
    return () => clearTimeout(timer)
  }, [isBack])
  if (isUntrue && wasLate) return 'away'
  return isBack ? 'current' : undefined
}
