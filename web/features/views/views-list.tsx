import { IconBellRinging, IconBookmark, IconChevronDown, IconPin, IconPinFilled, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { View } from '#shared/views/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { moveFocus } from '#web/ui/controls/move-focus.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import { useChangeView } from './use-view-changes.ts'
import { viewCountsQuery } from './view-queries.ts'
import { numberOf } from '#web/ui/text/number-format.ts'
import './views-list.css'

/** A button that says which view is open, and opens the list of views. The arrow keys move between them. */
export function ViewsList({ views, open }: { views: readonly View[]; open: View | undefined }) {
  const { isOpen, button, popup, ...list } = usePopup('dialog')
  const first = useRef<HTMLAnchorElement>(null)
  const change = useChangeView()
  const countsQuery = viewCountsQuery(views.map((view) => view._id))
  const { data: counts } = useQuery({ ...countsQuery, enabled: isOpen && views.length > 0 })
  const toggle = isOpen ? list.onClose : list.open
  useActions([
    // The same key closes the list, in which the focus is then.
    { id: 'list.views', label: 'Saved views', group: 'List', keys: 'v', inPopups: isOpen, run: toggle },
  ])

  const groups = [
    { label: 'For everybody', views: views.filter(({ owner }) => !owner) },
    { label: 'Yours', views: views.filter(({ owner, abilities }) => owner && abilities.edit) },
    { label: 'From others', views: views.filter(({ owner, abilities }) => owner && !abilities.edit) },
  ].filter((group) => group.views.length > 0)
  const start = views.some(({ _id }) => _id === open?._id) ? open : groups[0]?.views[0]

  return (
    <div className="views-list">
      <button type="button" className="views-toggle" data-open={open !== undefined || undefined} {...button}>
        <IconBookmark size={16} aria-hidden />
        <span className="visually-hidden">{open ? 'View:' : ''}</span>
        <span className="views-toggle-name">{open?.name ?? 'Views'}</span>
        <IconChevronDown size={14} aria-hidden />
      </button>
      {isOpen && (
        <Popover {...popup} aria-label="Saved views" className="views-panel" initialFocus={first}>
          <div
            role="presentation"
            onKeyDown={(event) => {
              const links = event.currentTarget.querySelectorAll<HTMLElement>('.views-item')
              if (moveFocus(event.key, [...links])) event.preventDefault()
            }}
          >
            {groups.map(({ label, views: members }) => (
              <section key={label} aria-label={label}>
                <p className="views-group" aria-hidden>
                  {label}
                </p>
                <ul className="views-rows">
                  {members.map((view) => (
                    <li key={view._id} className="views-row">
                      <Link
                        ref={view._id === start?._id ? first : undefined}
                        className="views-item"
                        to={paths.bugList}
                        search={{ view: view._id }}
                        aria-current={view._id === open?._id ? 'true' : undefined}
                        onClick={popup.onClose}
                      >
                        <span className="views-item-name" dir="auto">
                          {view.name}
                        </span>
                        {view.owner && !view.abilities.edit && (
                          <span className="views-item-owner">
                            by <bdi>{view.owner.fullName}</bdi>
                          </span>
                        )}
                        {view.isShared && view.abilities.edit && (
                          <span className="views-item-owner">
                            <IconWorld size={14} aria-hidden /> shared
                          </span>
                        )}
                      </Link>
                      {view.tells !== 'off' && <Tells />}
                      <ViewCount total={counts?.get(view._id)} />
                      <IconButton
                        size={28}
                        aria-label={`Pin ${view.name} to the Bugs menu`}
                        title={view.isPinned ? 'Unpin from the Bugs menu' : 'Pin to the Bugs menu'}
                        aria-pressed={view.isPinned}
                        onClick={() => change({ view, change: { isPinned: !view.isPinned } })}
                      >
                        {view.isPinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
                      </IconButton>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </Popover>
      )}
    </div>
  )
}

/** Says that its reader is told of new bugs in a view. */
function Tells() {
  return (
    <span className="views-count" title="You are told of new bugs here">
      <IconBellRinging size={14} aria-hidden />
      <span className="visually-hidden">, tells you of new bugs</span>
    </span>
  )
}

/** How many bugs a view finds; nothing until that is known. */
function ViewCount({ total }: { total: number | undefined }) {
  if (total === undefined) return null
  return (
    <span className="views-count">
      {numberOf(total)}
      <span className="visually-hidden">{total === 1 ? ' bug' : ' bugs'}</span>
    </span>
  )
}
