import { DifferenceFrame } from './difference-frame.tsx'
import { differenceSigns } from './difference-signs.ts'

/** A text before and after, both whole: for where the code that compares them can't be had. */
export function WholeTexts({ from, to, ...frame }: { label: string; isNamed: boolean; from: string; to: string }) {
  return (
    <DifferenceFrame {...frame}>
      {from !== '' && (
        <div className="difference-line" data-kind="removed">
          <span className="difference-sign" aria-hidden>
            {differenceSigns.removed}
          </span>
          <del>{from}</del>
        </div>
      )}
      {to !== '' && (
        <div className="difference-line" data-kind="added">
          <span className="difference-sign" aria-hidden>
            {differenceSigns.added}
          </span>
          <ins>{to}</ins>
        </div>
      )}
    </DifferenceFrame>
  )
}
