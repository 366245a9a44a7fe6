import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { bugFields, plainNames } from '#shared/bugs/fields.ts'
import { AttachmentList, useBugAttachments } from '#web/features/attachments/public.ts'
import {
  bugKeys,
  ClassificationBadge,
  Labels,
  OpenClosedBadge,
  StatusBadge,
  UnassignedBadge,
} from '#web/features/bugs/public.ts'
import { useConversationsOfBug } from '#web/features/chat/public.ts'
import { MergeIntoOriginal } from '#web/features/merging/public.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Day } from '#web/ui/text/timestamp.tsx'
import { FieldValue } from '../fields/field-value.tsx'
import './bug-facts.css'

/** Everything about a bug that is a fact rather than a text, with the ways to change some. */
export function BugFacts({ bug }: { bug: Bug }) {
  const { assigned, createdBy, abilities } = bug
  const conversations = useConversationsOfBug(bug._id)
  const attachments = useBugAttachments(bug._id, bugKeys.history(bug._id))
  return (
    <dl className="bug-facts">
      <Fact name="Status">
        <StatusBadge status={bug.status} />
      </Fact>
      <Fact name="Classification" action={abilities.classify && <Link to={paths.classifyBug(bug._id)}>Classify</Link>}>
        <ClassificationBadge classification={bug.classification} />
      </Fact>
      {plainNames.map((name) => (
        <Fact key={name} name={bugFields[name].label}>
          <FieldValue bug={bug} name={name} />
        </Fact>
      ))}
      <Fact name="Assignee" action={abilities.assign && <Link to={paths.assignUser(bug._id)}>Assign User</Link>}>
        {assigned ? (
          <Person name={assigned.fullName} id={assigned.assignedTo}>
            Assigned <Day value={assigned.assignedOn} />
          </Person>
        ) : (
          <UnassignedBadge />
        )}
      </Fact>
      <Fact name="Creator">
        <Person name={createdBy.fullName} id={createdBy._id}>
          Created <Day value={bug.createdOn} />
        </Person>
      </Fact>
      {bug.labels.length > 0 && (
        <Fact name="Labels">
          <span className="bug-facts-row">
            <Labels labels={bug.labels} />
          </span>
        </Fact>
      )}
      {bug.duplicateOf && (
        <Fact name="Duplicate of" action={abilities.merge && !bug.isMerged && <MergeIntoOriginal bug={bug} />}>
          <BugLink bug={bug.duplicateOf} />
        </Fact>
      )}
      {bug.duplicates.length > 0 && (
        <Fact name="Duplicates">
          {bug.duplicates.map((duplicate) => (
            <BugLink key={duplicate._id} bug={duplicate} isMerged={duplicate.isMerged} />
          ))}
        </Fact>
      )}
      {attachments.length > 0 && (
        <Fact name="Attachments">
          <AttachmentList attachments={attachments} />
        </Fact>
      )}
      {conversations.length > 0 && (
        <Fact name="From a chat">
          {conversations.map(({ _id, visitorName, linkedOn }) => (
            <p key={_id}>
              <Link to={paths.chat} search={{ conversation: _id }}>
                {visitorName}
              </Link>{' '}
              <span className="muted">
                on <Day value={linkedOn} />
              </span>
            </p>
          ))}
        </Fact>
      )}
      {bug.externalId !== undefined && (
        <Fact name="Imported as">
          <span className="mono">{bug.externalId}</span>
        </Fact>
      )}
      <Fact name="Id">
        <Id id={bug._id} label="Copy the bug's full id" />
      </Fact>
    </dl>
  )
}

function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="bug-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {action && <dd className="bug-fact-action not-printed">{action}</dd>}
    </div>
  )
}

function Person({ name, id, children }: { name: string; id: string; children: ReactNode }) {
  return (
    <div className="bug-person">
      <Avatar name={name} size={24} />
      <div>
        <p className="bug-person-name">{name}</p>
        <Id id={id} label={`Copy the id of ${name}`} />
        <p className="muted">{children}</p>
      </div>
    </div>
  )
}

function Id({ id, label }: { id: string; label: string }) {
  return (
    <span className="bug-id">
      <span className="mono">{id}</span>
      <CopyButton text={id} label={label} />
    </span>
  )
}

function BugLink({
  bug,
  isMerged = false,
}: {
  bug: { _id: string; title: string; isClosed: boolean }
  isMerged?: boolean
}) {
  return (
    <p className="bug-link">
      <OpenClosedBadge isClosed={bug.isClosed} />
      <span>
        <Link to={paths.viewBug(bug._id)}>{bug.title}</Link>
        {isMerged && <span className="muted"> · merged</span>}
      </span>
    </p>
  )
}
