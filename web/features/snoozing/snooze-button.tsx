import { IconZzz } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Bug } from '#shared/bugs/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import { setSnooze } from './set-snooze.ts'
import { SnoozePopover } from './snooze-popover.tsx'
import { heldUntil, untilWords } from './snooze-words.ts'

/** Shows on a bug's page until when its reader has snoozed it, and the ways to do so and to wake it. */
export function SnoozeButton({ bug }: { bug: Bug }) {
  const client = useQueryClient()
  const { isOpen, open, button, popup } = usePopup('dialog')
  const until = heldUntil(bug.snoozedUntil)
  useActions([{ id: 'bug.snooze', label: 'Snooze this bug', group: 'This bug', keys: 'h', run: open }])

  function wake() {
    // The button goes; the one beside it stays.
    popup.anchor.current?.focus()
    setSnooze(client, bug, undefined)
  }

  return (
    <>
      <Button
        {...button}
        className="not-printed"
        size="xs"
        variant={until ? 'light' : 'default'}
        icon={<IconZzz size={14} aria-hidden />}
        title="Hides this bug in your queues for a while; nobody else is told"
      >
        {until ? `Snoozed ${untilWords(until)}` : 'Snooze'}
      </Button>
      {until && (
        <Button className="not-printed" size="xs" variant="default" onClick={wake}>
          Wake up now
        </Button>
      )}
      {isOpen && <SnoozePopover {...popup} bug={bug} />}
    </>
  )
}
