import { IconBookmark, IconListSearch, IconMenu2, IconPlus, IconUserSearch, IconX } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useViews } from '#web/features/views/use-views.ts'
import { ViewActions } from '#web/features/views/view-actions.tsx'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { PaletteButton } from '#web/features/palette/public.ts'
import { paths } from '#web/lib/paths.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useProductInTitle } from '#web/ui/page/page.tsx'
import { useSite } from '#web/lib/session/site.ts'
import { AccountCorner, AccountRows } from './account-corner.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { InboxLink } from './inbox-link.tsx'
import { MothMark } from './moth-mark.tsx'
import { NavigationDropdown, type NavigationItem } from './navigation-dropdown.tsx'
import { useDismissal } from './use-dismissal.ts'
import './navigation-bar.css'

const userItems: readonly NavigationItem[] = [{ to: paths.userList, label: 'Find Users', icon: IconUserSearch }]

const bugItems: readonly NavigationItem[] = [
  { to: paths.bugList, label: 'Find Bugs', icon: IconListSearch },
  { to: paths.reportBug, label: 'Report Bug', icon: IconPlus },
]

/** Shows the bar at the top. On narrow screens its links fold behind one button. */
export function NavigationBar() {
  const bar = useRef<HTMLElement>(null)
  const fold = useRef<HTMLButtonElement>(null)
  const [openDropdown, setOpenDropdown] = useState<'users' | 'bugs' | null>(null)
  const [unfolded, setUnfolded] = useState(false)
  const closeAll = () => {
    setOpenDropdown(null)
    setUnfolded(false)
  }
  const foldUp = () => {
    const { activeElement } = document
    closeAll()
    // The menu is removed with what has the focus, which returns to the button.
    if (activeElement === document.body || bar.current?.contains(activeElement)) fold.current?.focus()
  }
  useDismissal(bar, openDropdown !== null || unfolded, closeAll)

  const pinned = useViews()
    .filter((view) => view.isPinned)
    .map(({ _id, name }) => ({ to: paths.bugList, search: { view: _id }, label: name, icon: IconBookmark }))

  const { productName } = useSite()
  useProductInTitle(productName)
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', closeAll), [router])

  const toggle = (name: 'users' | 'bugs') => () => setOpenDropdown(openDropdown === name ? null : name)
  return (
    <header className="navigation-bar not-printed" ref={bar}>
      <ViewActions />
      <div className="navigation-inner">
        <Link to={paths.home} className="navigation-brand">
          <MothMark size={26} /> {productName}
        </Link>
        <nav className="navigation-links" aria-label="Main" id="navigation-links" data-unfolded={unfolded || undefined}>
          <Link to={paths.home} className="navigation-link" activeOptions={{ exact: true }}>
            Home
          </Link>
          <NavigationDropdown
            label="Users"
            section="/page/users"
            items={userItems}
            open={openDropdown === 'users'}
            onToggle={toggle('users')}
            onClose={() => setOpenDropdown(null)}
          />
          <NavigationDropdown
            label="Bugs"
            section="/page/bugs"
            items={bugItems}
            more={{ label: 'Views', items: pinned }}
            open={openDropdown === 'bugs'}
            onToggle={toggle('bugs')}
            onClose={() => setOpenDropdown(null)}
          />
          <InboxLink />
          <PaletteButton isRow onPress={foldUp} />
          {unfolded && <AccountRows onLeft={foldUp} />}
        </nav>
        <div className="navigation-end">
          <PaletteButton />
          <NotificationBell />
          <ColorSchemeSwitch />
          <AccountCorner />
          <IconButton
            ref={fold}
            className="navigation-fold"
            size={36}
            aria-label={unfolded ? 'Close menu' : 'Open menu'}
            aria-expanded={unfolded}
            aria-controls="navigation-links"
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
          </IconButton>
        </div>
      </div>
    </header>
  )
}
