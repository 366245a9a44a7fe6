import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { toastWarning } from '#web/ui/notices/toast.ts'

/** Sends somebody off a screen that the server, once asked, did not let them have. */
export function TurnedAway({ to, refusal }: { to: string; refusal: string }) {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    toastWarning(refusal)
    void navigate({ to, replace: true })
  })
  useEffect(() => leave(), [])
  return null
}
