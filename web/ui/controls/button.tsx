import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import './button.css'

interface ButtonLook {
  /** The filled one is the action that people came for; a page has one. */
  readonly variant?: 'filled' | 'default' | 'light' | 'subtle'
  /** 42, 36, 30 or 26 px high. */
  readonly size?: 'md' | 'sm' | 'xs' | 'compact'
  /** Before the label. */
  readonly icon?: ReactNode
  /** After the label. */
  readonly endIcon?: ReactNode
}

/**
 * Shows a button. While what it began is under way (`loading`), pressing it does nothing, but it keeps the focus: a
 * disabled button would lose it, and the next Tab would start at the top of the page.
 */
export function Button({
  variant = 'filled',
  size = 'sm',
  icon,
  endIcon,
  loading = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ComponentPropsWithRef<'button'> & ButtonLook & { loading?: boolean }) {
  const isWaiting = loading && rest.disabled !== true
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- whoever uses it says which
      type={type}
      className={`button ${className}`}
      data-variant={variant}
      data-size={size}
      data-loading={loading || undefined}
      aria-disabled={isWaiting || rest['aria-disabled']}
      // Enter in a field presses its form's button too.
      onClick={isWaiting ? (event) => event.preventDefault() : onClick}
    >
      <Content icon={icon} endIcon={endIcon}>
        {children}
      </Content>
    </button>
  )
}

/** Shows a link that looks like a button, and leaves the client, such as to load the page again. */
export function ButtonAnchor({
  variant = 'filled',
  size = 'sm',
  icon,
  endIcon,
  className = '',
  children,
  ...rest
}: ComponentPropsWithRef<'a'> & ButtonLook) {
  return (
    <a {...rest} className={`button ${className}`} data-variant={variant} data-size={size}>
      <Content icon={icon} endIcon={endIcon}>
        {children}
      </Content>
    </a>
  )
}

/** Shows a link to another screen that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)

function Content({ icon, endIcon, children }: Pick<ButtonLook, 'icon' | 'endIcon'> & { children: ReactNode }) {
  return (
    <>
      {icon && <span className="button-icon">{icon}</span>}
      <span className="button-label">{children}</span>
      {endIcon && <span className="button-end-icon">{endIcon}</span>}
    </>
  )
}
