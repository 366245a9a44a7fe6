import type { ComponentPropsWithRef } from 'react'

/**
 * The element of every button that is no link. While what it began is under way, pressing it does nothing, but it keeps
 * the focus: a disabled one would lose it, and the next Tab would start at the top of the page.
 */
export function ButtonElement({
  type = 'button',
  disabled = false,
  onClick,
  'data-loading': isUnderWay,
  'data-disabled': isSwitchedOff,
  ...rest
}: ComponentPropsWithRef<'button'> & {
  /** The library says so while `loading`, and counts it as disabled. */
  'data-loading'?: boolean
  /** Disabled for a reason of its own. */
  'data-disabled'?: boolean
}) {
  const isWaiting = isUnderWay === true && isSwitchedOff !== true
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- whoever uses it says which
      type={type}
      disabled={disabled && !isWaiting}
      aria-disabled={isWaiting || rest['aria-disabled']}
      data-loading={isUnderWay || undefined}
      data-disabled={isSwitchedOff || undefined}
      // Enter in a field presses its form's button too.
      onClick={isWaiting ? (event) => event.preventDefault() : onClick}
    />
  )
}
