import { useRouter } from '@tanstack/react-router'
import { takesSignUps } from '#shared/site/contract.ts'
import { useReturnState } from '#web/features/auth/public.ts'
import type { Action } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'

const partsWords = (product: string | undefined) => `Components and versions${product ? ` of ${product}` : ''}`

/** Returns the screens that the current user may open; none before the session is known. */
export function usePlaces(): readonly Action[] {
  const router = useRouter()
  const { state, has, products, parts } = useSession()
  const site = useSite()
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
    { name: 'add-user', label: 'Add a user', to: paths.addUser, isOpen: has('canEditAnyUser') },
    { name: 'roles', label: 'Roles', to: paths.roles, isOpen: has('canEditAnyUser') },
    { name: 'jobs', label: 'Background jobs', to: paths.jobs, isOpen: has('canEditAnyUser') },
    { name: 'mail', label: 'Mail', to: paths.mail, isOpen: has('canEditAnyUser') },
    { name: 'settings', label: 'Settings', to: paths.settings, isOpen: has('canManageInstallation') },
    { name: 'products', label: 'Products', to: paths.products, isOpen: has('canManageProducts') },
    ...parts.map(({ productId }) => ({
      name: `product-${productId}`,
      label: partsWords(products.find(({ _id }) => _id === productId)?.name),
      to: paths.product(productId),
      keys: undefined,
      isOpen: has('canViewData'),
    })),
    { name: 'labels', label: 'Labels', to: paths.labels, isOpen: has('canClassifyAnyBug') },
    { name: 'login', label: 'Login', to: paths.login, isOpen: isOut },
    { name: 'register', label: 'Register', to: paths.register, isOpen: isOut && takesSignUps(site) },
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
