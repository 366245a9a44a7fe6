import { Button } from '#web/ui/controls/button.tsx'
import { compactPageSize, type ListForm } from '../card/list-form.ts'
import './compact-offer.css'

/** Offers the compact list to whoever works through many bugs. It goes for good with either answer. */
export function CompactOffer({ onAnswer }: { onAnswer: (form: ListForm) => void }) {
  return (
    <p className="compact-offer">
      <span>The compact list shows {compactPageSize} bugs a page, one line each.</span>
      <Button size="xs" variant="subtle" onClick={() => onAnswer('compact')}>
        Use it
      </Button>
      <Button size="xs" variant="subtle" onClick={() => onAnswer('comfortable')}>
        Keep the cards
      </Button>
    </p>
  )
}
