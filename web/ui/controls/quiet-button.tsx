import type { ReactNode, Ref } from 'react'
import './quiet-button.css'

/**
 * Shows a button that looks like a link. It is never disabled, so that it keeps the focus; `isOff` makes it do nothing.
 */
export function QuietButton({
  ref,
  isOff = false,
  onClick,
  children,
}: {
  ref?: Ref<HTMLButtonElement>
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      ref={ref}
      type="button"
      className="quiet-button"
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onClick()}
    >
      {children}
    </button>
  )
}
