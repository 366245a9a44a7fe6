import { IconMessage, IconUser, IconUserOff, IconUsers } from '@tabler/icons-react'
import { memo } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import {
  BugLabels,
  BugOrigin,
  ClassificationBadge,
  FieldBadges,
  PrivateMark,
  StatusBadge,
  WaitingMark,
} from '#web/features/bugs/public.ts'
import { MarkedText, Snippets } from '#web/features/search/public.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Day } from '#web/ui/text/timestamp.tsx'
import { SelectBox } from '../select/select-box.tsx'
import { CardMenu } from './card-menu.tsx'
import { commentWords, titleAndSnippets } from './card-words.ts'
import './bug-card.css'

// Made later, because this module may run before React's own, if both are in chunks that need each other.
const userIcon = () => <IconUser size={16} aria-hidden />
const usersIcon = () => <IconUsers size={14} aria-hidden />
const messageIcon = () => <IconMessage size={16} aria-hidden />

/**
 * One bug of the list. The title's link covers the card, and the menu lies above it; what a press does is said by the
 * list (`useCardLinks`).
 * @param props.hasLeft the list no longer finds it
 * @param props.isSelected undefined where the reader can't select it
 */
export const BugCard = memo(function BugCard({
  bug,
  isSelected,
  showsWait = false,
  hasLeft = false,
}: {
  bug: BugListItem
  showsWait?: boolean
  hasLeft?: boolean
  isSelected?: boolean | undefined
}) {
  const { titleMarks, snippets } = titleAndSnippets(bug)
  return (
    <li
      className="card bug-card bug-card-full"
      data-bug={bug._id}
      data-selected={isSelected || undefined}
      data-left={hasLeft || undefined}
    >
      {isSelected !== undefined && <SelectBox title={bug.title} isSelected={isSelected} />}
      <h2 className="bug-card-title" dir="auto">
        <a className="bug-card-link" href={paths.viewBug(bug._id)}>
          {titleMarks ? <MarkedText text={bug.title} marks={titleMarks} /> : bug.title}
        </a>
      </h2>
      {hasLeft && <span className="visually-hidden">No longer in this list</span>}
      <div className="bug-card-status">
        <StatusBadge status={bug.status} />
      </div>
      <div className="bug-card-facts">
        {bug.isPrivate && <PrivateMark />}
        {(bug.isWaiting || showsWait) && <WaitingMark bug={bug} />}
        <span className="mono bug-card-key">{bug.key}</span>
        <span className="mono">
          <span className="visually-hidden">Id: </span>
          {shortId(bug._id)}
        </span>
        <Day value={bug.createdOn} />
        <span className="bug-card-creator one-line">
          by <bdi>{bug.createdBy.fullName}</bdi>
        </span>
        <span className="bug-card-tags" data-facts>
          <ClassificationBadge classification={bug.classification} />
          <FieldBadges bug={bug} />
          <BugOrigin bug={bug} />
          <BugLabels labels={bug.labels} />
        </span>
        {bug.affectedCount > 1 && (
          <span className="bug-card-affected">
            {usersIcon()} affects {bug.affectedCount} people
          </span>
        )}
      </div>
      <Assignee name={bug.assigned?.fullName} isActive={bug.assigned?.isActive ?? true} />
      <CommentCount count={bug.commentCount} />
      <div className="bug-card-menu">
        <CardMenu bugId={bug._id} title={bug.title} abilities={bug.abilities} isSelectable={isSelected !== undefined} />
      </div>
      {snippets.length > 0 && (
        <div className="bug-card-matches">
          <Snippets bugId={bug._id} matches={snippets} />
        </div>
      )}
    </li>
  )
})

function Assignee({ name, isActive }: { name: string | undefined; isActive: boolean }) {
  return (
    <div className="bug-card-assignee" data-unassigned={name === undefined || undefined}>
      {name === undefined ? userIcon() : <Avatar name={name} size={20} />}
      <span className="visually-hidden">Assigned to: </span>
      <span className="one-line" dir="auto" title={name}>
        {name ?? messages.bugList.unassigned}
      </span>
      {!isActive && (
        <span className="bug-card-deactivated" title="Deactivated">
          <IconUserOff size={14} aria-hidden />
          <span className="visually-hidden">Deactivated</span>
        </span>
      )}
    </div>
  )
}

function CommentCount({ count }: { count: number }) {
  const words = commentWords(count)
  return (
    <div className="bug-card-comments" title={words}>
      {messageIcon()}
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{words}</span>
    </div>
  )
}
