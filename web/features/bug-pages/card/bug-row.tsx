import { IconCube, IconHistory, IconMessage, IconUser, IconUserOff, IconUsers, IconVersions } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { type AnyColumn, type ListColumn, usualColumns, versionColumns } from '#shared/bugs/columns.ts'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { bugFields, initialValues, type PlainName, plainNames } from '#shared/bugs/fields.ts'
import { shortId } from '#shared/bugs/words.ts'
import {
  BugLabels,
  BugOrigin,
  ClassificationBadge,
  FieldBadge,
  PrivateMark,
  StatusBadge,
  WaitingMark,
} from '#web/features/bugs/public.ts'
import { MarkedText, Snippets } from '#web/features/search/public.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Age } from '#web/ui/text/timestamp.tsx'
import { FactMark, UnsetMark } from '../facts/fact-mark.tsx'
import { SelectBox } from '../select/select-box.tsx'
import { CardMenu } from './card-menu.tsx'
import { commentWords, titleAndSnippets } from './card-words.ts'
import './bug-card.css'
import './bug-row.css'

// A hundred rows that change at once leave out what doesn't.
const UserIcon = memo(() => <IconUser size={16} aria-hidden />)
const GoneIcon = memo(() => <IconUserOff size={16} aria-hidden />)
const UsersIcon = memo(() => <IconUsers size={14} aria-hidden />)
const MessageIcon = memo(() => <IconMessage size={14} aria-hidden />)
const ProductIcon = memo(() => <IconCube size={13} aria-hidden />)
const VersionIcon = memo(() => <IconVersions size={13} aria-hidden />)
const UpdatedIcon = memo(() => <IconHistory size={14} aria-hidden />)

/** Shows the custom fields of a bug that are columns. */
export type FieldsOfRow = (bug: BugListItem) => ReactNode

const usual: ReadonlySet<AnyColumn> = new Set(usualColumns)
const besidePriority = plainNames.filter((name) => name !== 'priority')

/** Those that have a place of their own, which only lists with them have. */
export const moreColumns: readonly ListColumn[] = ['reporter', 'updated']

/**
 * One bug in one line: what the card says in words stands here as icons, with the words for who can't see them; of where it was imported from, one name is seen. Of what
 * was found it shows the best place. Pressing and keys are those of the card.
 * @param props.isBrief leaves the menu out, below a heading of the list's own
 * @param props.hasLeft the list no longer finds it
 * @param props.isSelected undefined where the reader can't select it
 * @param props.fieldsOf undefined where no custom field is a column, or before there is code for them
 * @param props.showsWait for how long its reporter has waited too, where the list is about that
 * @param props.columns what it shows where there is room; on narrow screens it shows what it does for everybody
 */
export const BugRow = memo(function BugRow({
  bug,
  isBrief = false,
  isSelected,
  columns = usual,
  fieldsOf,
  showsWait = false,
  hasLeft = false,
}: {
  bug: BugListItem
  showsWait?: boolean
  hasLeft?: boolean
  isBrief?: boolean
  isSelected?: boolean | undefined
  columns?: ReadonlySet<AnyColumn>
  fieldsOf?: FieldsOfRow | undefined
}) {
  const Title = isBrief ? 'h3' : 'h2'
  const { titleMarks, snippets } = titleAndSnippets(bug)
  const assignee = bug.assigned?.fullName
  const isGone = bug.assigned?.isActive === false
  const assigned = `${assignee ?? messages.bugList.unassigned}${isGone ? ', deactivated' : ''}`
  const affected = `affects ${bug.affectedCount} people`
  const comments = commentWords(bug.commentCount)
  const plain = (name: PlainName) => (
    <Column key={name} isChosen={columns.has(name)}>
      {bug[name] === initialValues[name] ? (
        !isBrief && <UnsetMark bug={bug} name={name} />
      ) : (
        <FactMark bug={bug} name={name} isOff={isBrief} title={`${bugFields[name].label}: ${bug[name]}`}>
          <FieldBadge name={name} value={bug[name]} />
        </FactMark>
      )}
    </Column>
  )
  return (
    <li
      className="card bug-card bug-row"
      data-bug={bug._id}
      data-selected={isSelected || undefined}
      data-left={hasLeft || undefined}
    >
      {isSelected !== undefined && <SelectBox title={bug.title} isSelected={isSelected} />}
      <FactMark bug={bug} name="status" isOff={isBrief} className="bug-row-status">
        <StatusBadge status={bug.status} isIcon />
      </FactMark>
      <Title className="bug-row-title" dir="auto">
        <a className="bug-card-link" href={paths.viewBug(bug._id)}>
          {titleMarks ? <MarkedText text={bug.title} marks={titleMarks} /> : bug.title}
        </a>
      </Title>
      {hasLeft && <span className="visually-hidden">No longer in this list</span>}
      <span className="bug-row-id mono">
        {bug.key}
        <span className="visually-hidden">, Id: {shortId(bug._id)}</span>
      </span>
      <span className="bug-row-facts" data-facts>
        {bug.isPrivate && <PrivateMark />}
        {(bug.isWaiting || showsWait) && <WaitingMark bug={bug} />}
        {columns.has('product') && (
          <span className="bug-label" title={`product: ${bug.product.name}`}>
            <ProductIcon />
            <span className="visually-hidden">product: </span>
            <bdi className="one-line">{bug.product.name}</bdi>
          </span>
        )}
        <Column isChosen={columns.has('component')}>
          <BugOrigin bug={bug} isBrief />
        </Column>
        {versionColumns.map(
          (name) =>
            bug[name] &&
            columns.has(name) && (
              <FactMark
                key={name}
                bug={bug}
                name={name}
                isOff={isBrief}
                title={`${bugFields[name].label}: ${bug[name].name}`}
              >
                <span className="bug-label">
                  <VersionIcon />
                  <span className="visually-hidden">{bugFields[name].label}: </span>
                  <bdi className="one-line">{bug[name].name}</bdi>
                </span>
              </FactMark>
            ),
        )}
        {fieldsOf?.(bug)}
        {bug.labels.length > 0 && (
          <Column isChosen={columns.has('labels')}>
            <FactMark bug={bug} name="labels" isOff={isBrief} className="bug-row-labels">
              <BugLabels labels={bug.labels} most={2} />
            </FactMark>
          </Column>
        )}
        {besidePriority.map(plain)}
        {bug.affectedCount > 1 && (
          <Column isChosen={columns.has('affected')}>
            <span className="bug-row-count" title={affected}>
              <UsersIcon />
              <span aria-hidden>{bug.affectedCount}</span>
              <span className="visually-hidden">{affected}</span>
            </span>
          </Column>
        )}
        <span className="bug-row-priority">{plain('priority')}</span>
        <Column isChosen={columns.has('classification')}>
          <FactMark bug={bug} name="classification" isOff={isBrief}>
            <ClassificationBadge classification={bug.classification} />
          </FactMark>
        </Column>
      </span>
      {moreColumns.some((column) => columns.has(column)) && (
        <span className="bug-row-more">
          {columns.has('reporter') && (
            // Screen readers hear it with the age.
            <bdi
              className="bug-row-reporter one-line"
              aria-hidden={columns.has('created')}
              title={`Reported by ${bug.createdBy.fullName}`}
            >
              {bug.createdBy.fullName}
            </bdi>
          )}
          {columns.has('updated') && (
            <span className="bug-row-updated">
              <UpdatedIcon />
              <span className="visually-hidden">Updated </span>
              <Age value={bug.updatedOn} />
            </span>
          )}
        </span>
      )}
      <Column isChosen={columns.has('assignee')}>
        <FactMark bug={bug} name="assignee" isOff={isBrief} className="bug-row-assignee" title={assigned}>
          {assignee === undefined ? <UserIcon /> : isGone ? <GoneIcon /> : <Avatar name={assignee} size={20} />}
          <span className="visually-hidden">Assigned to: {assigned}</span>
        </FactMark>
      </Column>
      {bug.commentCount > 0 && (
        <Column isChosen={columns.has('comments')}>
          <span className="bug-row-count bug-row-comments" title={comments}>
            <MessageIcon />
            <span aria-hidden>{bug.commentCount}</span>
            <span className="visually-hidden">{comments}</span>
          </span>
        </Column>
      )}
      <Column isChosen={columns.has('created')}>
        <span className="bug-row-age">
          <span className="visually-hidden">Reported </span>
          <Age value={bug.createdOn} what={`Reported by ${bug.createdBy.fullName}`} />
          <span className="visually-hidden"> by {bug.createdBy.fullName}</span>
        </span>
      </Column>
      {!isBrief && (
        <div className="bug-card-menu">
          <CardMenu
            bugId={bug._id}
            title={bug.title}
            abilities={bug.abilities}
            isSelectable={isSelected !== undefined}
          />
        </div>
      )}
      {snippets.length > 0 && (
        <div className="bug-card-matches">
          <Snippets bugId={bug._id} matches={snippets.slice(0, 1)} />
        </div>
      )}
    </li>
  )
})

/** A fact that narrow screens always show, and wide ones where it is chosen. */
function Column({ isChosen, children }: { isChosen: boolean; children: ReactNode }) {
  return isChosen ? children : <span className="bug-row-unchosen">{children}</span>
}
