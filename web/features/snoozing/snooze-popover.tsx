import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { maxSnoozeDays } from '#shared/snoozing/contract.ts'
import { useLate } from '#web/ui/late/use-late.ts'
import { toastError } from '#web/ui/notices/toast.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { setSnooze } from './set-snooze.ts'
import { heldUntil, untilWords } from './snooze-words.ts'

const load = () => import('./snooze-choices.tsx').then(({ SnoozeChoices }) => SnoozeChoices)

/** Asks until when a bug is to be snoozed, while it is mounted. What was pressed before the code is there opens then. */
export function SnoozePopover({
  bug,
  onSnoozed,
  onClose,
  ...place
}: {
  id?: string
  bug: BugListItem
  onSnoozed?: () => void
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const client = useQueryClient()
  const SnoozeChoices = useLate(load, 'now', () => {
    onClose()
    toastError('Snoozing could not be loaded', undefined, 'Check your connection, and try again.')
  })
  if (!SnoozeChoices) return null
  const until = heldUntil(bug.snoozedUntil)
  return (
    <Popover {...place} aria-label="Snooze this bug" className="snooze" onClose={onClose}>
      <SnoozeChoices
        held={until && untilWords(until)}
        // The reader's clock may differ from the server's.
        mostDays={maxSnoozeDays - 1}
        onChoose={(next) => {
          // The focus is on the button again before the row that holds it leaves.
          flushSync(onClose)
          setSnooze(client, bug, next, onSnoozed)
        }}
      />
    </Popover>
  )
}
