import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone = 'green' | 'amber' | 'grey' | 'blue' | 'red' | 'light' | 'accent'

/** A short word about a record's state. `outline` weighs less than the filled form; `wraps` is for words of any length. */
export function Badge({
  tone,
  icon,
  outline = false,
  wraps = false,
  children,
}: {
  tone: BadgeTone
  icon?: ReactNode
  outline?: boolean
  wraps?: boolean
  children: ReactNode
}) {
  return (
    <span className="badge" data-tone={tone} data-outline={outline || undefined} data-wraps={wraps || undefined}>
      {icon}
      {children}
    </span>
  )
}
