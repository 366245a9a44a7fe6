import type { ReactNode } from 'react'
import './difference.css'

/** Stands around the lines of a text before and after. */
export function DifferenceFrame({
  label,
  isNamed,
  children,
}: {
  /** What the texts are, such as "the description". */
  label: string
  /** The label is shown, because there are others. */
  isNamed: boolean
  children: ReactNode
}) {
  return (
    <figure className="difference" aria-label={`What changed in ${label}`}>
      {isNamed && <figcaption>{label.replace(/^the /, '').replace(/^./, (first) => first.toUpperCase())}</figcaption>}
      <div className="difference-lines">{children}</div>
    </figure>
  )
}
