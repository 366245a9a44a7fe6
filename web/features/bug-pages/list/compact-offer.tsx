import { Button } from '#web/ui/controls/button.tsx'
import type { ListForm } from '../card/list-form.ts'
import './compact-offer.css'

/** How many bugs a page of the compact list has when it is taken up here. */
const compactPageSize = 50

/** Offers the compact list to whoever works through many bugs. It goes for good with either answer. */
export function CompactOffer({ onAnswer }: { onAnswer: (form: ListForm, pageSize?: number) => void }) {
  function answer(form: ListForm, pageSize?: number) {
    onAnswer(form, pageSize)
    // The button goes with its offer.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.bug-card-link')?.focus({ preventScroll: true }))
  }

  return (
    <p className="compact-offer">
      <span>The compact list shows {compactPageSize} bugs a page, one line each.</span>
      <Button size="xs" variant="subtle" onClick={() => answer('compact', compactPageSize)}>
        Use it
      </Button>
      <Button size="xs" variant="subtle" onClick={() => answer('comfortable')}>
        Keep the cards
      </Button>
    </p>
  )
}
