import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone = 'green' | 'amber' | 'grey' | 'blue' | 'red' | 'light' | 'accent'

/**
 * A short word about a record's state. `outline` weighs less than the filled form; `wraps` is for words of any length; a
 * `tag` stands among other square-cornered words about what the record is. `isIcon` shows the icon alone, and the word as
 * its tooltip and to screen readers.
 */
export function Badge({
  tone,
  icon,
  outline = false,
  wraps = false,
  tag = false,
  isIcon = false,
  children,
}: {
  tone: BadgeTone
  icon?: ReactNode
  outline?: boolean
  wraps?: boolean
  tag?: boolean
  isIcon?: boolean
  children: ReactNode
}) {
  return (
    <span
      className="badge"
      data-tone={tone}
      data-outline={outline || undefined}
      data-wraps={wraps || undefined}
      data-tag={tag || undefined}
      data-icon={isIcon || undefined}
      title={isIcon && typeof children === 'string' ? children : undefined}
    >
      {icon}
      {isIcon ? <span className="visually-hidden">{children}</span> : children}
    </span>
  )
}

/** Says that only the team sees something. */
export function InternalMark() {
  return (
    <Badge tone="amber" tag icon={<IconEyeOff aria-hidden />}>
      Internal
    </Badge>
  )
}
