import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone = 'green' | 'amber' | 'grey' | 'blue' | 'red' | 'light' | 'accent'

/**
 * A short word about a record's state. `outline` weighs less than the filled form; `wraps` is for words of any length; a
 * `tag` stands among other square-cornered words about what the record is.
 */
export function Badge({
  tone,
  icon,
  outline = false,
  wraps = false,
  tag = false,
  children,
}: {
  tone: BadgeTone
  icon?: ReactNode
  outline?: boolean
  wraps?: boolean
  tag?: boolean
  children: ReactNode
}) {
  return (
    <span
      className="badge"
      data-tone={tone}
      data-outline={outline || undefined}
      data-wraps={wraps || undefined}
      data-tag={tag || undefined}
    >
      {icon}
      {children}
    </span>
  )
}
