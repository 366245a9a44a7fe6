import { useCallback, useState, useSyncExternalStore } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { drafts } from './drafts.ts'

/** The state of a draft besides its text. */
export interface DraftState {
  /** Whether it was restored and not changed since; the screen says so and offers to discard it. */
  readonly isRestored: boolean
  /** Whether it would outlive this page. */
  readonly isKept: boolean
  /** The account it is kept for, to write to it after its screen is gone: `drafts.write(account, name, …)`. */
  readonly account: string
}

/**
 * Keeps a text in this browser until it is sent, so that a reload, a crash, a closed tab, a logout or an expired
 * session loses nothing. Each account and each tab has its own. Setting it to an empty text removes it.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void, state: DraftState] {
  const account = useDraftAccount()
  const show = useCallback((listener: () => void) => drafts.show(account, name, listener), [account, name])
  const { text, isRestored, isKept } = useSyncExternalStore(show, () => drafts.read(account, name))
  const setText = useCallback((next: string) => drafts.write(account, name, next), [account, name])
  return [text, setText, { isRestored, isKept, account }]
}

/**
 * Returns the account whose text is on the screen. An expired session has no user, but the text still belongs to its
 * writer.
 */
export function useDraftAccount(): string {
  const { userId } = useSession()
  const [account, setAccount] = useState(userId ?? '')
  if (userId !== undefined && userId !== account) setAccount(userId)
  return userId ?? account
}
