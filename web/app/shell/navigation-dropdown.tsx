import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef, type KeyboardEvent } from 'react'
import './navigation-dropdown.css'

export interface NavigationItem {
  readonly to: string
  /** Part of the address: the link is current only with exactly this search. */
  readonly search?: Readonly<Record<string, string>>
  readonly label: string
  readonly icon: typeof IconChevronDown
}

/**
 * Shows a toggle with a few links below it. The arrow keys, Home and End move between them; Escape closes it and
 * returns the focus to the toggle. The bar decides which dropdown is open, because only one may be.
 */
export function NavigationDropdown({
  label,
  section,
  items,
  more,
  open,
  onToggle,
  onClose,
}: {
  label: string
  /** Prefix of the addresses that belong to this dropdown. */
  section: string
  items: readonly NavigationItem[]
  /** Further links of another kind, below a line. */
  more?: { readonly label: string; readonly items: readonly NavigationItem[] }
  open: boolean
  onToggle: () => void
  onClose: () => void
}) {
  const toggle = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
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
    // Keys may arrive faster than frames.
    if (open) return focusLink(target)
    onToggle()
    // The list has to be rendered before one of its links can take the focus.
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
      <div ref={list} id={listId} className="navigation-items" hidden={!open}>
        <Items items={items} />
        {more && more.items.length > 0 && (
          <>
            <p className="navigation-items-label" aria-hidden>
              {more.label}
            </p>
            <Items label={more.label} items={more.items} />
          </>
        )}
      </div>
    </div>
  )
}

function Items({ label, items }: { label?: string; items: readonly NavigationItem[] }) {
  return (
    <ul className="navigation-items-list" aria-label={label}>
      {items.map(({ to, search, label: name, icon: Icon }) => (
        <li key={`${to} ${JSON.stringify(search)}`}>
          <Link
            to={to}
            {...(search && { search })}
            className="navigation-item"
            activeOptions={{ exact: true, includeSearch: search !== undefined }}
          >
            <Icon size={16} aria-hidden className="navigation-item-icon" />
            <span className="navigation-item-name">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the link that a key moves to; `current` is -1 on the toggle itself. */
function targetOf(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return current + 1
  if (key === 'ArrowUp') return current === -1 ? count - 1 : current - 1
  if (current === -1) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
