import { useCallback, useEffect, useRef, useState } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { useShownBugs } from '#web/features/bugs/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { onAskedCard } from './asked-card.ts'
import { SnoozePopover } from './snooze-popover.tsx'

/**
 * Snoozes the bugs of a list: by a key on the card that has the focus, and from its menu.
 * @param props.hasKeys false while keys are for what stands beside the list
 */
export function SnoozeCards({
  bugs,
  hasKeys,
  onNoBug,
  onSnoozed,
}: {
  bugs: readonly BugListItem[]
  hasKeys: boolean
  /** Called for the key while no card has the focus. */
  onNoBug: () => void
  /** Called when one was snoozed or woken. */
  onSnoozed: () => void
}) {
  const shown = useShownBugs(bugs)
  const [asked, setAsked] = useState<string>()
  // What has the focus: the card's link, or its menu's button.
  const anchor = useRef<HTMLElement>(null)
  const ask = useCallback((bugId: string) => {
    anchor.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setAsked(bugId)
  }, [])
  useEffect(() => onAskedCard(ask), [ask])

  useActions([
    {
      id: 'card.snooze',
      label: 'Snooze the bug',
      group: 'List',
      // The palette has taken the focus from the card.
      inPalette: false,
      keys: 'h',
      isEnabled: hasKeys,
      run: () => {
        const { bug: bugId } = document.activeElement?.closest<HTMLElement>('[data-bug]')?.dataset ?? {}
        if (bugId === undefined || !shown.some(({ _id }) => _id === bugId)) onNoBug()
        else ask(bugId)
      },
    },
  ])
  const bug = shown.find(({ _id }) => _id === asked)
  return bug ? (
    <SnoozePopover bug={bug} onSnoozed={onSnoozed} anchor={anchor} onClose={() => setAsked(undefined)} />
  ) : null
}
