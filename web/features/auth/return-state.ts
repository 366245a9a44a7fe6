import { type AnyRouter, type HistoryState, useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * In the history entries of the login and registration page, and of the home page after them: the screen from which
     * somebody came there, as path with search and hash.
     */
    readonly returnTo?: string
  }
}

/**
 * Returns the `state` for a link to the login or registration page: the screen on which the session has ended. It is not part of the
 * address, so that nobody can create a link whose login leads elsewhere.
 */
export function useReturnState(): (known: HistoryState) => { returnTo?: string } {
  const router = useRouter()
  return (known) => {
    const { location, matches } = router.state
    // The same link on these pages themselves keeps the earlier state.
    if (location.pathname === paths.login) return stateOf(known.returnTo ?? location.state.returnTo)
    if (location.pathname === paths.register) return stateOf(location.state.returnTo)
    const isGuarded = matches.some((match) => match.staticData.needsLogin)
    return stateOf(isGuarded ? location.href : undefined)
  }
}

function stateOf(returnTo: string | undefined): { returnTo?: string } {
  return returnTo === undefined ? {} : { returnTo }
}

/** Returns the `state` for the home page after a login, which then offers the way back. */
export function wayBack(router: AnyRouter): { returnTo?: string } {
  return stateOf(router.state.location.state.returnTo)
}
