import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { DeactivatedBadge } from '#web/features/users/public.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Day } from '#web/ui/text/timestamp.tsx'
import { ClassificationBadge, FieldBadges, OpenClosedBadge } from './badges.tsx'
import { readClassification } from './classify-reading.ts'
import './classify-card.css'

/** The bug that is being classified. */
export function ClassifyCard({ bug }: { bug: Bug }) {
  return (
    <section className="classify-card surface" aria-label="Original bug">
      <h2 dir="auto">
        <Link to={paths.viewBug(bug._id)}>{bug.title}</Link>
      </h2>
      <div className="classify-card-badges">
        <OpenClosedBadge isClosed={bug.isClosed} />
        <ClassificationBadge classification={readClassification(bug.classification)} />
        <FieldBadges bug={bug} />
      </div>
      <dl className="classify-card-facts">
        <Fact name="Id">
          <span className="mono">{bug._id}</span>
          <CopyButton text={bug._id} label="Copy the bug's id" />
        </Fact>
        <Fact name="Created">
          <Day value={bug.createdOn} />
        </Fact>
        <Fact name="Creator">
          <Person name={bug.createdBy.fullName} />
        </Fact>
        <Fact name="Assignee">
          {bug.assigned ? (
            <>
              <Person name={bug.assigned.fullName} />
              {!bug.assigned.isActive && <DeactivatedBadge />}
            </>
          ) : (
            <span className="muted">{messages.classify.unassigned}</span>
          )}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Person({ name }: { name: string }) {
  return (
    <>
      <Avatar name={name} size={20} />
      <bdi>{name}</bdi>
    </>
  )
}
