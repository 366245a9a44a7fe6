import { type HistoryState, useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the login page's entry: the screen that is offered after the login, as path with search and place. */
    readonly returnTo?: string
  }
}

/**
 * What a link to the login page takes along, as its `state`: the screen on which somebody's session has ended. It lies
 * beside the address and not in it: nobody can make a link whose login leads elsewhere.
 */
export function useReturnState(): (known: HistoryState) => { returnTo?: string } {
  const router = useRouter()
  return (known) => {
    const { location, matches } = router.state
    // The same link on the login page itself keeps what an earlier one has brought.
    if (location.pathname === paths.login) return stateOf(known.returnTo)
    const isGuarded = matches.some((match) => match.staticData.needsLogin)
    return stateOf(isGuarded ? location.href : undefined)
  }
}

function stateOf(returnTo: string | undefined): { returnTo?: string } {
  return returnTo === undefined ? {} : { returnTo }
}
