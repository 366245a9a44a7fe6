import type { ComponentPropsWithRef } from 'react'

/**
 * Renders every button that is not a link. While its action is running, pressing it does nothing, but it keeps the
 * focus: a disabled button would lose it, and the next Tab would start at the top of the page.
 */
export function ButtonElement({
  type = 'button',
  disabled = false,
  onClick,
  'data-loading': isUnderWay,
  'data-disabled': isSwitchedOff,
  ...rest
}: ComponentPropsWithRef<'button'> & {
  /** Set by the library while `loading`, which it treats as disabled. */
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
