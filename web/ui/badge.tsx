import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone = 'green' | 'amber' | 'grey' | 'blue' | 'red' | 'light' | 'accent'

/** A short word about a record's state. `outline` weighs less than the filled form. */
export function Badge({
  tone,
  icon,
  outline = false,
  children,
}: {
  tone: BadgeTone
  icon?: ReactNode
  outline?: boolean
  children: ReactNode
}) {
  return (
    <span className="badge" data-tone={tone} data-outline={outline || undefined}>
      {icon}
      {children}
    </span>
  )
}
