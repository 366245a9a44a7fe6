import { useQueryClient } from '@tanstack/react-query'
import { setPreferences } from '#shared/users/preferences-contract.ts'
import type { Preferences } from '#shared/users/preferences.ts'
import { call } from '#web/lib/call.ts'
import { ownPageSize, setOwnPageSize } from '#web/lib/lists/own-page-size.ts'
import { type Look, noteChosen, noteStrangers } from './own-look.ts'
import { sessionQuery, useSession } from './session.ts'

/** Choices are sent one after the other, so that the last one stays. */
let lastSent: Promise<unknown> = Promise.resolve()

/**
 * Returns the function that keeps what the reader has chosen. It holds here at once, and with the account once its
 * promise resolves. @throws CallError, by the promise, when it could not be kept: then all is as it was
 */
export function usePreferences(): (chosen: Partial<Preferences>) => Promise<void> {
  const client = useQueryClient()
  const hold = (preferences: Partial<Preferences>) => {
    if (preferences.pageSize !== undefined) setOwnPageSize(preferences.pageSize)
    client.setQueryData(sessionQuery.queryKey, (session) => {
      return session && { ...session, preferences: { ...session.preferences, ...preferences } }
    })
  }
  return async (chosen) => {
    const before = client.getQueryData(sessionQuery.queryKey)?.preferences
    hold(chosen)
    try {
      const sent = lastSent.then(() => call(setPreferences, { body: chosen }))
      lastSent = sent.catch(() => undefined)
      await sent
    } catch (error) {
      const now = client.getQueryData(sessionQuery.queryKey)?.preferences
      // What was chosen anew meanwhile stays. The cache makes its own objects of what it is given.
      const refused = (Object.keys(chosen) as (keyof Preferences)[]).filter(
        (name) => JSON.stringify(now?.[name]) === JSON.stringify(chosen[name]),
      )
      if (before) hold(Object.fromEntries(refused.map((name) => [name, before[name]])))
      throw error
    }
  }
}

/**
 * Returns the function that keeps a choice of how screens look with the account of whoever is logged in. What could not be
 * sent holds until the page is loaded again.
 */
export function useKeepLook(): (chosen: Partial<Look>) => void {
  const prefer = usePreferences()
  const { state } = useSession()
  return (chosen) => {
    if (state === 'out') return noteStrangers()
    const isKept = noteChosen(chosen)
    if (state === 'in') prefer(chosen).then(isKept, () => undefined)
  }
}

/**
 * Returns the function that keeps the page size that was chosen in a list. The list has it already, so it does not matter
 * there whether it could be kept. Call it after the list's address has changed, which names what is not the reader's own.
 */
export function useRememberPageSize(): (pageSize: number) => void {
  const prefer = usePreferences()
  return (pageSize) => {
    if (pageSize !== ownPageSize()) void prefer({ pageSize }).catch(() => undefined)
  }
}
