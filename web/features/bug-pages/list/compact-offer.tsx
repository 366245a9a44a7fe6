import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import './compact-offer.css'

/** How many bugs a page of the compact list has when it is taken up here. */
export const compactPageSize = 50

/** Offers the compact list to whoever works through many bugs. It goes for good with either answer. */
export function CompactOffer({ onAnswer }: { onAnswer: (isCompact: boolean) => void }) {
  return (
    <p className="compact-offer">
      <span>The compact list shows {compactPageSize} bugs a page, one line each.</span>
      <QuietButton onClick={() => onAnswer(true)}>Use it</QuietButton>
      <QuietButton onClick={() => onAnswer(false)}>Keep the cards</QuietButton>
    </p>
  )
}
