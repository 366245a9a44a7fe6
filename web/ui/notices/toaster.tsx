import { useState, useSyncExternalStore } from 'react'
import { useLate } from '#web/ui/late/use-late.ts'
import { PlainToasts } from './plain-toasts.tsx'
import { subscribeToWaiting, toastsWait } from './toast.ts'
import './toaster.css'

/** Shows toasts. What comes before the code for it waits; without the code plain ones tell the same. */
export function Toaster() {
  const isWanted = useSyncExternalStore(subscribeToWaiting, toastsWait)
  const [isPlain, setIsPlain] = useState(false)
  const Toasts = useLate(load, isWanted ? 'now' : 'idle', () => setIsPlain(true))
  if (Toasts) return <Toasts />
  return isPlain && <PlainToasts />
}

const load = () => import('./toasts.tsx').then(({ Toasts }) => Toasts)
