import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef, type KeyboardEvent } from 'react'
import './navigation-dropdown.css'

export interface NavigationItem {
  readonly to: string
  readonly label: string
  readonly icon: typeof IconChevronDown
}

/**
 * A toggle with a few links below it. The arrow keys, Home and End move between them; Escape closes and gives the focus
 * back to the toggle. Which dropdown is open is the bar's business, because only one may be.
 */
export function NavigationDropdown({
  label,
  section,
  items,
  open,
  onToggle,
  onClose,
}: {
  label: string
  /** Beginning of the addresses that belong to this dropdown. */
  section: string
  items: readonly NavigationItem[]
  open: boolean
  onToggle: () => void
  onClose: () => void
}) {
  const toggle = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const within = useLocation({ select: ({ pathname }) => pathname.startsWith(section) })
  const listId = `navigation-${label.toLowerCase()}`

  const focusLink = (index: number) => {
    const links = list.current?.querySelectorAll('a') ?? []
    links[(index + links.length) % links.length]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      toggle.current?.focus()
      return
    }
    const links = Array.from(list.current?.querySelectorAll('a') ?? [])
    const target = targetOf(event.key, links.indexOf(document.activeElement as HTMLAnchorElement), links.length)
    if (target === undefined) return
    event.preventDefault()
    if (!open) onToggle()
    // The list has to be there before one of its links can take the focus.
    requestAnimationFrame(() => focusLink(target))
  }
  return (
    <div
      role="presentation"
      className="navigation-dropdown"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        const next = event.relatedTarget
        if (open && next instanceof Node && !event.currentTarget.contains(next)) onClose()
      }}
    >
      <button
        ref={toggle}
        type="button"
        className="navigation-link"
        data-within={within || undefined}
        aria-expanded={open}
        aria-controls={listId}
        onClick={onToggle}
      >
        {label} <IconChevronDown size={14} aria-hidden className="navigation-chevron" />
      </button>
      <ul ref={list} id={listId} className="navigation-items" hidden={!open}>
        {items.map(({ to, label: name, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="navigation-item" activeOptions={{ exact: true, includeSearch: false }}>
              <Icon size={16} aria-hidden className="navigation-item-icon" /> {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The link that a key leads to; `current` is -1 on the toggle itself. */
function targetOf(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return current + 1
  if (key === 'ArrowUp') return current === -1 ? count - 1 : current - 1
  if (current === -1) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
