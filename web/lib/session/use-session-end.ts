import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { onOtherTabs } from './other-tabs.ts'
import { forgetAccount, refreshSession, useSession } from './session.ts'

/**
 * Ends a page whose session has ended elsewhere: in another tab, by an administrator, or with the account. What the
 * account could see is removed, and the screen's guard leads to the login. Use it in one place on the page.
 */
export function useSessionEnd(): void {
  const client = useQueryClient()
  const router = useRouter()
  const { state, userId = '' } = useSession()
  const shownTo = useRef('')
  useEffect(() => onOtherTabs(() => void refreshSession(client).catch(() => undefined)), [client])
  useEffect(() => {
    if (state === 'unknown') return
    const before = shownTo.current
    shownTo.current = userId
    if (before === '' || before === userId) return
    forgetAccount(client)
    void router.invalidate()
  }, [client, router, state, userId])
}
