import { Kbd } from '#web/ui/controls/kbd.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import './classify-next.css'

/** The ways on, once a bug is dealt with. */
export function ClassifyNext({
  onNextOfList,
  onNextUntriaged,
}: {
  onNextOfList: () => void
  onNextUntriaged: () => void
}) {
  return (
    <div className="classify-next" role="group" aria-label="Go on">
      <span>
        <QuietButton onClick={onNextOfList}>Next bug of the list</QuietButton> <Kbd>]</Kbd>
      </span>
      <span>
        <QuietButton onClick={onNextUntriaged}>Next untriaged bug</QuietButton> <Kbd>n</Kbd>
      </span>
    </div>
  )
}
