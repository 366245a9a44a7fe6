import { ActionIcon } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconPin, IconPinFilled, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { View } from '#shared/views/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { usePressOutside } from '#web/ui/controls/use-press-outside.ts'
import { useChangeView } from './use-view-changes.ts'
import './views-list.css'

/** A button that says which view is open, and the views below it. The arrow keys move between them, Escape closes. */
export function ViewsList({ views, open }: { views: readonly View[]; open: View | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const change = useChangeView()
  usePressOutside(box, isOpen, () => setIsOpen(false))
  useActions([
    { id: 'list.views', label: 'Saved views', group: 'List', keys: 'v', run: () => (isOpen ? fold() : unfold()) },
  ])

  function unfold() {
    setIsOpen(true)
    // The list has to be there before one of its links can take the focus.
    requestAnimationFrame(() => {
      const links = [...(box.current?.querySelectorAll<HTMLElement>('.views-item') ?? [])]
      ;(links.find((link) => link.hasAttribute('aria-current')) ?? links[0])?.focus()
    })
  }

  function fold() {
    setIsOpen(false)
    box.current?.querySelector('button')?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const links = [...(box.current?.querySelectorAll<HTMLElement>('.views-item') ?? [])]
    const row = document.activeElement?.closest('li')
    const at = links.findIndex((link) => row?.contains(link))
    if (event.key === 'Escape' && isOpen) fold()
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen) {
      const next = event.key === 'ArrowDown' ? at + 1 : at === -1 ? -1 : at - 1
      links.at(next % links.length)?.focus()
    } else if (event.key === 'ArrowDown') unfold()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const groups = [
    { label: 'For everybody', views: views.filter(({ owner }) => !owner) },
    { label: 'Yours', views: views.filter(({ owner, abilities }) => owner && abilities.edit) },
    { label: 'From others', views: views.filter(({ owner, abilities }) => owner && !abilities.edit) },
  ].filter((group) => group.views.length > 0)

  return (
    <div
      ref={box}
      role="presentation"
      className="views-list"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        type="button"
        className="views-toggle"
        data-open={open !== undefined || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconBookmark size={16} aria-hidden />
        <span className="visually-hidden">{open ? 'View:' : ''}</span>
        <span className="views-toggle-name">{open?.name ?? 'Views'}</span>
        <IconChevronDown size={14} aria-hidden />
      </button>
      {isOpen && (
        <div id={id} className="views-panel">
          {groups.map(({ label, views: members }) => (
            <section key={label} aria-label={label}>
              <p className="views-group" aria-hidden>
                {label}
              </p>
              <ul className="views-rows">
                {members.map((view) => (
                  <li key={view._id} className="views-row">
                    <Link
                      className="views-item"
                      to={paths.bugList}
                      search={{ view: view._id }}
                      aria-current={view._id === open?._id ? 'true' : undefined}
                      onClick={() => setIsOpen(false)}
                    >
                      <span className="views-item-name">{view.name}</span>
                      {view.owner && !view.abilities.edit && (
                        <span className="views-item-owner">by {view.owner.fullName}</span>
                      )}
                      {view.isShared && view.abilities.edit && (
                        <span className="views-item-owner">
                          <IconWorld size={14} aria-hidden /> shared
                        </span>
                      )}
                    </Link>
                    <ActionIcon
                      size={28}
                      variant="subtle"
                      color="gray"
                      aria-label={`Pin ${view.name} to the Bugs menu`}
                      title={view.isPinned ? 'Unpin from the Bugs menu' : 'Pin to the Bugs menu'}
                      aria-pressed={view.isPinned}
                      onClick={() => change({ view, change: { isPinned: !view.isPinned } })}
                    >
                      {view.isPinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
                    </ActionIcon>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
