import type { BugListItem } from '#shared/bugs/contract.ts'
import { useShownBugs } from '#web/features/bugs/public.ts'
import { useBatchedRows } from '#web/lib/lists/use-batched-rows.ts'
import { useSlots } from '#web/lib/lists/use-slots.ts'
import '#web/ui/lists/cards.css'
import { BugCard } from './bug-card.tsx'
import { useCardLinks } from './use-card-links.ts'

/** The cards of one page. What a hundred cards would each listen to or subscribe to is done here once. */
export function BugCards({ bugs, isBusy }: { bugs: readonly BugListItem[]; isBusy: boolean }) {
  const shown = useShownBugs(bugs)
  const { slots, page } = useSlots(shown.map(({ _id }) => _id))
  const links = useCardLinks()
  const laidOut = useBatchedRows(page, shown.length)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the links themselves
    <ul className="cards" aria-label="Bugs" aria-busy={isBusy} data-laid-out={laidOut} {...links}>
      {shown.map((bug, index) => (
        <BugCard key={slots[index]} bug={bug} />
      ))}
    </ul>
  )
}
