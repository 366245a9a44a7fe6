import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { moveFocus } from '#web/ui/controls/move-focus.ts'
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) return toggle.current?.focus()
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      // The list has to be rendered before one of its links can take the focus.
      flushSync(onToggle)
    }
    if (moveFocus(event.key, [...(list.current?.querySelectorAll('a') ?? [])])) event.preventDefault()
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
