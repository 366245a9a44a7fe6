import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { useLate } from '#web/lib/use-late.ts'
import { usePressOutside } from '#web/ui/controls/use-press-outside.ts'
import { useNotifications } from './use-notifications.ts'
import './notification-bell.css'

/** Largest number that is shown. */
const mostCounted = 99

/** Shows the notifications of the signed-in person; nothing for people who may not see bugs. */
export function NotificationBell() {
  const { notifications, isReader, error, retry } = useNotifications()
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const router = useRouter()
  const total = notifications?.total ?? 0
  const NotificationPanel = useLate(load, !isReader ? 'never' : isOpen ? 'now' : 'idle', () => setIsOpen(false))
  usePressOutside(box, isOpen, () => setIsOpen(false))
  useEffect(() => router.subscribe('onBeforeNavigate', () => setIsOpen(false)), [router])
  useActions([
    {
      id: 'notifications.open',
      label: 'News',
      group: 'Go to',
      keys: 'g n',
      isEnabled: isReader,
      run: () => {
        setIsOpen(true)
        // The button announces what has opened, and the first Tab goes into it.
        button.current?.focus()
      },
    },
  ])
  if (!isReader) return null
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <div
      ref={box}
      role="presentation"
      className="notifications"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        close()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <span className="notification-bell">
        <ActionIcon
          ref={button}
          size={36}
          variant="subtle"
          color="gray"
          title="News"
          aria-label={total === 0 ? 'News' : `News: ${bugs(total)}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBell size={18} aria-hidden />
        </ActionIcon>
        {total > 0 && (
          <span className="notification-count tabular" aria-hidden>
            {total > mostCounted ? `${mostCounted}+` : total}
          </span>
        )}
      </span>
      {isOpen && NotificationPanel && (
        <NotificationPanel id={panelId} notifications={notifications} error={error} onRetry={retry} onSeen={close} />
      )}
    </div>
  )
}

const load = () => import('./notification-panel.tsx').then(({ NotificationPanel }) => NotificationPanel)

function bugs(count: number): string {
  return count === 1 ? '1 bug' : `${count} bugs`
}
