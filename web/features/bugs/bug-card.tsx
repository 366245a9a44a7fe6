import { IconMessage, IconUser, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { MarkedText, Snippets } from '#web/features/search/public.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Day } from '#web/ui/moment.tsx'
import { ClassificationBadge, Labels, StatusBadge } from './badges.tsx'
import { CardMenu } from './card-menu.tsx'
import { useShownBug } from './pending-changes.ts'
import { useBugPrefetch } from './use-bug-prefetch.ts'
import '#web/ui/cards.css'
import './bug-card.css'

/** One bug of the list. The title's link covers the card, and the menu lies above it. */
export function BugCard({ bug: read }: { bug: BugListItem }) {
  const bug = useShownBug(read)
  const prefetch = useBugPrefetch(bug._id)
  const link = useRef<HTMLAnchorElement>(null)
  const { matches = [] } = read
  const inTitle = matches.find(({ field, text }) => field === 'title' && text === bug.title)
  const elsewhere = matches.filter((match) => match !== inTitle)

  /** A few facts lie above the link for their tooltips' sake; pressing them opens the bug too. */
  function open({ target }: MouseEvent) {
    if (target instanceof Element && !target.closest('a, button, [role="menu"]')) link.current?.click()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard has the link itself
    <li className="card bug-card" {...prefetch} onClick={open}>
      <h2 className="bug-card-title">
        <Link ref={link} className="bug-card-link" to={paths.viewBug(bug._id)} preload="intent">
          {inTitle ? <MarkedText text={bug.title} marks={inTitle.marks} /> : bug.title}
        </Link>
      </h2>
      <div className="bug-card-status">
        <StatusBadge status={bug.status} />
      </div>
      <div className="bug-card-facts">
        <span className="mono">
          <span className="visually-hidden">Id: </span>
          {shortId(bug._id)}
        </span>
        <Day value={bug.createdOn} />
        <span className="bug-card-creator">by {bug.createdBy.fullName}</span>
        <span className="bug-card-tags">
          <ClassificationBadge classification={bug.classification} />
          <Labels labels={bug.labels} />
        </span>
        {bug.affectedCount > 1 && (
          <span className="bug-card-affected">
            <IconUsers size={14} aria-hidden /> affects {bug.affectedCount} people
          </span>
        )}
      </div>
      <Assignee name={bug.assigned?.fullName} />
      <CommentCount count={bug.commentCount} />
      <div className="bug-card-menu">
        <CardMenu bug={bug} />
      </div>
      {elsewhere.length > 0 && (
        <div className="bug-card-matches">
          <Snippets bugId={bug._id} matches={elsewhere} />
        </div>
      )}
    </li>
  )
}

function Assignee({ name }: { name: string | undefined }) {
  return (
    <div className="bug-card-assignee" data-unassigned={name === undefined || undefined}>
      {name === undefined ? <IconUser size={16} aria-hidden /> : <Avatar name={name} size={20} />}
      <span className="visually-hidden">Assigned to: </span>
      <span className="bug-card-assignee-name" title={name}>
        {name ?? messages.bugList.unassigned}
      </span>
    </div>
  )
}

function CommentCount({ count }: { count: number }) {
  const words = count === 1 ? '1 comment' : `${count} comments`
  return (
    <div className="bug-card-comments" data-none={count === 0 || undefined} title={words}>
      <IconMessage size={16} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{words}</span>
    </div>
  )
}
