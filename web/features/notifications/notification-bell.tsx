import { IconBell } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { useLate } from '#web/ui/late/use-late.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { useUnreadInTitle } from '#web/ui/page/page.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import type { Notifications } from './notification-queries.ts'
import { useNotifications } from './use-notifications.ts'
import './notification-bell.css'

/** Largest number that is shown. */
const mostCounted = 99

/** Shows the notifications of the signed-in person; nothing for people who may not see bugs. */
export function NotificationBell() {
  const { notifications, isReader, error, retry } = useNotifications()
  const { isOpen, open, onClose, button, popup } = usePopup('dialog')
  const router = useRouter()
  const total = notifications?.total ?? 0
  useUnreadInTitle(total)
  const NotificationPanel = useLate(load, !isReader ? 'never' : isOpen ? 'now' : 'idle', onClose)
  useEffect(() => router.subscribe('onBeforeNavigate', onClose), [router, onClose])
  useActions([
    { id: 'notifications.open', label: 'Notifications', group: 'Go to', keys: 'g n', isEnabled: isReader, run: open },
  ])
  if (!isReader) return null
  return (
    <span className="notification-bell">
      <IconButton
        size={36}
        title="Notifications"
        aria-label={total === 0 ? 'Notifications' : `Notifications: ${countWords(total, notifications)}`}
        {...button}
      >
        <IconBell size={18} aria-hidden />
      </IconButton>
      {total > 0 && (
        <span className="notification-count tabular" aria-hidden>
          {total > mostCounted ? `${mostCounted}+` : total}
        </span>
      )}
      {isOpen && NotificationPanel && (
        <Popover {...popup} aria-label="Notifications" align="end" className="notification-panel">
          <NotificationPanel notifications={notifications} error={error} onRetry={retry} onSeen={onClose} />
        </Popover>
      )}
    </span>
  )
}

const load = () => import('./notification-panel.tsx').then(({ NotificationPanel }) => NotificationPanel)

/** Each entry is about one bug, except those of bulk changes. */
function countWords(count: number, notifications: Notifications | undefined): string {
  const isOfBulk = notifications?.result.some(({ bulk }) => bulk) === true
  const one = isOfBulk ? ['entry', 'entries'] : ['bug', 'bugs']
  return `${count} ${one[count === 1 ? 0 : 1]}`
}
