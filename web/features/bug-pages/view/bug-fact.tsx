import type { ReactNode } from 'react'
import './bug-facts.css'

/** One line of a bug's facts. */
export function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="bug-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {action && <dd className="bug-fact-action not-printed">{action}</dd>}
    </div>
  )
}
