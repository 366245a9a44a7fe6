import type { ComponentPropsWithRef } from 'react'
import './icon-button.css'

/** Shows a button with nothing but an icon; `aria-label` names it. */
export function IconButton({
  size,
  variant = 'subtle',
  className = '',
  style,
  ...rest
}: ComponentPropsWithRef<'button'> & {
  /** Width and height, in pixels. */
  size: number
  variant?: 'subtle' | 'default'
}) {
  return (
    <button
      type="button"
      {...rest}
      className={`icon-button ${className}`}
      data-variant={variant}
      style={{ width: size, height: size, ...style }}
    />
  )
}
