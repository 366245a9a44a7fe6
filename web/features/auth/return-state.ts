import { type HistoryState, useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * In the history entry of the login page: the screen to return to after the login, as path with search and hash.
     */
    readonly returnTo?: string
  }
}

/**
 * Returns the `state` for a link to the login page: the screen on which the session has ended. It is not part of the
 * address, so that nobody can create a link whose login leads elsewhere.
 */
export function useReturnState(): (known: HistoryState) => { returnTo?: string } {
  const router = useRouter()
  return (known) => {
    const { location, matches } = router.state
    // The same link on the login page itself keeps the earlier state.
    if (location.pathname === paths.login) return stateOf(known.returnTo)
    const isGuarded = matches.some((match) => match.staticData.needsLogin)
    return stateOf(isGuarded ? location.href : undefined)
  }
}

function stateOf(returnTo: string | undefined): { returnTo?: string } {
  return returnTo === undefined ? {} : { returnTo }
}
