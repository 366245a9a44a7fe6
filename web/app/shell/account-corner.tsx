import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLogout, useReturnState } from '#web/features/auth/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'

/** Shows who is logged in, or the link to the login page; empty space until the session is known. */
export function AccountCorner() {
  const session = useSession()
  const logout = useLogout()
  const returnState = useReturnState()
  useActions([
    {
      id: 'account.logout',
      label: 'Log out',
      group: 'Everywhere',
      isEnabled: session.state === 'in' && !logout.pending,
      run: () => void logout.start(),
    },
  ])
  if (session.state === 'unknown') return <span className="navigation-link navigation-room" aria-hidden />
  if (session.state === 'out') {
    return (
      <Link to={paths.login} state={returnState} className="navigation-link">
        Login
      </Link>
    )
  }
  return (
    <div className="navigation-account">
      <span className="navigation-name">{session.name}</span>
      <Link
        to={paths.profile}
        className="navigation-avatar"
        title={messages.navigation.viewProfile}
        aria-label={messages.navigation.viewProfile}
      >
        <Avatar name={session.name} size={30} />
      </Link>
      <Button
        className="navigation-logout"
        size="xs"
        variant="default"
        icon={<IconLogout size={16} aria-hidden />}
        loading={logout.pending}
        onClick={() => void logout.start()}
      >
        Logout
      </Button>
    </div>
  )
}

/** What the bar has no room for on phones: who is logged in, and the logout. */
export function AccountRows({
  onLeft,
}: {
  /** Called once nobody is logged in. */
  onLeft: () => void
}) {
  const session = useSession()
  const logout = useLogout()
  if (session.state !== 'in') return null
  return (
    <div className="navigation-account-rows">
      <p className="navigation-who muted">
        Logged in as <bdi>{session.name}</bdi>
      </p>
      <button
        type="button"
        className="navigation-link"
        disabled={logout.pending}
        onClick={() => void logout.start().then((isOut) => isOut && onLeft())}
      >
        <IconLogout size={16} aria-hidden /> {logout.pending ? 'Logging out …' : 'Logout'}
      </button>
    </div>
  )
}
