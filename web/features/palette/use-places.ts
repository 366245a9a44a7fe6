import { useRouter } from '@tanstack/react-router'
import { useReturnState } from '#web/features/auth/public.ts'
import type { Action } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Returns the screens that the current user may open; none before the session is known. */
export function usePlaces(): readonly Action[] {
  const router = useRouter()
  const { state, has } = useSession()
  const returnState = useReturnState()
  const isIn = state === 'in'
  const isOut = state === 'out'
  const places = [
    { name: 'home', label: 'Home', to: paths.home, keys: 'g h', isOpen: true },
    { name: 'bugs', label: 'Bugs', to: paths.bugList, keys: 'g b', isOpen: has('canViewData') },
    { name: 'report', label: 'Report a bug', to: paths.reportBug, keys: 'g r', isOpen: isIn },
    { name: 'users', label: 'Users', to: paths.userList, keys: 'g u', isOpen: has('canViewData') },
    { name: 'inbox', label: 'Inbox', to: paths.chat, keys: 'g i', isOpen: has('liveChatAdmin') },
    { name: 'profile', label: 'Your profile', to: paths.profile, isOpen: isIn },
    { name: 'roles', label: 'Roles', to: paths.roles, isOpen: has('canEditAnyUser') },
    { name: 'login', label: 'Login', to: paths.login, isOpen: isOut },
    { name: 'register', label: 'Register', to: paths.register, isOpen: isOut },
  ]
  return places.map(({ name, label, to, keys, isOpen }) => ({
    id: `go.${name}`,
    label,
    group: 'Go to',
    ...(keys !== undefined && { keys }),
    href: to,
    isEnabled: isOpen,
    run: () => void router.navigate({ to, ...(name === 'login' && { state: returnState }) }),
  }))
}
