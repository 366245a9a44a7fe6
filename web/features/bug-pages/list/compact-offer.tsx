import { Button } from '#web/ui/controls/button.tsx'
import type { ListForm } from '../card/list-form.ts'
import './compact-offer.css'

/** How many bugs a page of the compact list has when it is taken up here. */
const compactPageSize = 50

/** Offers the compact list to whoever works through many bugs. It goes for good with either answer. */
export function CompactOffer({ onAnswer }: { onAnswer: (form: ListForm, pageSize?: number) => void }) {
  return (
    <p className="compact-offer">
      <span>The compact list shows {compactPageSize} bugs a page, one line each.</span>
      <Button size="xs" variant="subtle" onClick={() => onAnswer('compact', compactPageSize)}>
        Use it
      </Button>
      <Button size="xs" variant="subtle" onClick={() => onAnswer('comfortable')}>
        Keep the cards
      </Button>
    </p>
  )
}
