import { IconBellMinus } from '@tabler/icons-react'
import type { BugNotification } from '#shared/following/contract.ts'
import { isPersonal, type NotificationLevel } from '#shared/following/level.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { levelWords } from '#web/lib/level-words.ts'
import { useBugLevel } from './use-bug-level.ts'
import { useViewBell } from './use-view-bell.ts'

/** Has its reader hear less of the bug of a notification, or of its view, by one press; nothing where there is no less. */
export function LessButton({ notification }: { notification: BugNotification }) {
  const { bug, bulk, view, less, reason } = notification
  if (view) return <LessOfView view={view} />
  return less && !bulk ? <LessOfBug bug={bug} less={less} reason={reason} /> : null
}

function LessOfView({ view }: { view: NonNullable<BugNotification['view']> }) {
  const { turnOff, isPending } = useViewBell()
  return (
    <BellMinus
      words="Stop telling me about this view"
      of={view.name}
      isPending={isPending}
      press={() => turnOff(view)}
    />
  )
}

function LessOfBug({ bug, less, reason }: Pick<BugNotification, 'bug' | 'reason'> & { less: NotificationLevel }) {
  const { choose, isPending } = useBugLevel()
  const rest = less === 'nothing' ? 'nothing more' : `only ${levelWords[less].name.toLowerCase()}`
  return (
    <BellMinus
      words={`Hear less of this bug: ${rest}`}
      of={bug.title}
      isPending={isPending}
      press={(button) => {
        // What is not heard any more goes, with this button.
        if (less === 'nothing' || (less === 'mentions' && !isPersonal(reason))) focusBeside(button)
        choose(bug, less)
      }}
    />
  )
}

interface BellMinusProps {
  words: string
  of: string
  isPending: boolean
  press: (button: HTMLElement) => void
}

function BellMinus({ words, of, isPending, press }: BellMinusProps) {
  return (
    <IconButton
      size={32}
      className="notification-less"
      title={words}
      aria-label={`${words} (${of})`}
      aria-disabled={isPending || undefined}
      onClick={({ currentTarget }) => isPending || press(currentTarget)}
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
