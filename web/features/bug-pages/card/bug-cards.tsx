import type { BugListItem } from '#shared/bugs/contract.ts'
import { useShownBugs } from '#web/features/bugs/public.ts'
import '#web/ui/lists/cards.css'
import { BugCard } from './bug-card.tsx'
import { useCardLinks } from './use-card-links.ts'

/** The cards of one page. What a hundred cards would each listen to or subscribe to is done here once. */
export function BugCards({ bugs, isBusy }: { bugs: readonly BugListItem[]; isBusy: boolean }) {
  const shown = useShownBugs(bugs)
  const links = useCardLinks()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the links themselves
    <ul className="cards" aria-label="Bugs" aria-busy={isBusy} {...links}>
      {shown.map((bug) => (
        <BugCard key={bug._id} bug={bug} />
      ))}
    </ul>
  )
}
