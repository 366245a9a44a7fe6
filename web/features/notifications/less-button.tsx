import { IconBellMinus } from '@tabler/icons-react'
import type { BugNotification } from '#shared/following/contract.ts'
import { isPersonal } from '#shared/following/level.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { levelWords } from '#web/lib/level-words.ts'
import { useBugLevel } from './use-bug-level.ts'

/** Has its reader hear less of the bug of a notification, by one press; nothing where there is no less. */
export function LessButton({ notification: { bug, bulk, less, reason } }: { notification: BugNotification }) {
  const { choose, isPending } = useBugLevel()
  if (!less || bulk) return null
  const words = `Hear less of this bug: ${levelWords[less].less.toLowerCase()}`
  return (
    <IconButton
      size={32}
      className="notification-less"
      title={words}
      aria-label={`${words} (${bug.title})`}
      aria-disabled={isPending || undefined}
      onClick={({ currentTarget }) => {
        if (isPending) return
        // What is not heard any more goes, with this button.
        if (less === 'nothing' || (less === 'mentions' && !isPersonal(reason))) focusBeside(currentTarget)
        choose(bug, less)
      }}
    >
      <IconBellMinus size={16} aria-hidden />
    </IconButton>
  )
}

/** Puts the focus on the entry after that of a button, or before it; without one, on what stands above or below them all. */
function focusBeside(button: HTMLElement): void {
  const entry = button.closest('li')
  const next = (entry?.nextElementSibling ?? entry?.previousElementSibling)?.querySelector('a')
  const around = button.closest('[role="dialog"]') ?? document
  ;(next ?? around.querySelector<HTMLElement>('h1, .notification-more a'))?.focus()
}
