import { IconMessage, IconUser, IconUsers } from '@tabler/icons-react'
import { memo } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { ClassificationBadge, FieldBadges, Labels, StatusBadge } from '#web/features/bugs/public.ts'
import { MarkedText, Snippets } from '#web/features/search/public.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Day } from '#web/ui/text/timestamp.tsx'
import { CardMenu } from './card-menu.tsx'
import './bug-card.css'

const userIcon = <IconUser size={16} aria-hidden />
const usersIcon = <IconUsers size={14} aria-hidden />
const messageIcon = <IconMessage size={16} aria-hidden />

/**
 * One bug of the list. The title's link covers the card, and the menu lies above it; what a press does is said by the
 * list (`useCardLinks`).
 */
export const BugCard = memo(function BugCard({ bug }: { bug: BugListItem }) {
  const { matches = [] } = bug
  const inTitle = matches.find(({ field, text }) => field === 'title' && text === bug.title)
  const elsewhere = matches.filter((match) => match !== inTitle)

  return (
    <li className="card bug-card" data-bug={bug._id}>
      <h2 className="bug-card-title">
        <a className="bug-card-link" href={paths.viewBug(bug._id)}>
          {inTitle ? <MarkedText text={bug.title} marks={inTitle.marks} /> : bug.title}
        </a>
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
          <FieldBadges bug={bug} />
          <Labels labels={bug.labels} />
        </span>
        {bug.affectedCount > 1 && (
          <span className="bug-card-affected">
            {usersIcon} affects {bug.affectedCount} people
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
})

function Assignee({ name }: { name: string | undefined }) {
  return (
    <div className="bug-card-assignee" data-unassigned={name === undefined || undefined}>
      {name === undefined ? userIcon : <Avatar name={name} size={20} />}
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
      {messageIcon}
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{words}</span>
    </div>
  )
}
