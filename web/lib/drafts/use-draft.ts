import { useCallback, useState, useSyncExternalStore } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { drafts } from './drafts.ts'

/** What is known of a draft besides its text. */
export interface DraftState {
  /** It was brought back, and not touched since: to be said, with a way to discard it. */
  readonly isRestored: boolean
  /** It would outlive this page. */
  readonly isKept: boolean
  /** The account it is kept for, to write to it when its screen may be gone: `drafts.write(account, name, …)`. */
  readonly account: string
}

/**
 * Text that somebody is writing, kept in this browser until it is sent: a reload, a crash, a closed tab, a logout or an
 * expired session loses nothing. Each account and each tab has its own. Setting it to an empty text forgets it.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void, state: DraftState] {
  const account = useDraftAccount()
  const show = useCallback((listener: () => void) => drafts.show(account, name, listener), [account, name])
  const { text, isRestored, isKept } = useSyncExternalStore(show, () => drafts.read(account, name))
  const setText = useCallback((next: string) => drafts.write(account, name, next), [account, name])
  return [text, setText, { isRestored, isKept, account }]
}

/** Whose text stands on the screen. An expired session has no user: it is still that of the one who wrote it. */
export function useDraftAccount(): string {
  const { userId } = useSession()
  const [account, setAccount] = useState(userId ?? '')
  if (userId !== undefined && userId !== account) setAccount(userId)
  return userId ?? account
}
