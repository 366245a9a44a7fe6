import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bugFields, partNames, plainNames } from '#shared/bugs/fields.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { BugAsOf } from '#shared/history/contract.ts'
import { BugLabels, ClassificationBadge, FieldBadge, StatusBadge, UnassignedBadge } from '#web/features/bugs/public.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { InternalMark } from '#web/ui/badges/badge.tsx'
import { Day, TimeAgo } from '#web/ui/text/timestamp.tsx'
import { fullTimeOf } from '#web/ui/text/timestamp-format.ts'
import { Page } from '#web/ui/page/page.tsx'
import './bug-as-of.css'

/** A bug of another time. Nothing can be done to it; everything on it says that it is old. */
export function BugAsOfView({ bug, entryId }: { bug: BugAsOf; entryId: string }) {
  return (
    <Page title={`${bug.title} (as it was)`} heading={null}>
      <div className="as-of-notice" role="note">
        <IconHistory size={18} aria-hidden />
        <p>
          <strong>This is how the bug was</strong> on <time dateTime={bug.at}>{fullTimeOf(bug.at)}</time>. It may be
          different now.
        </p>
        <Link to={paths.viewBug(bug._id)} hash={`entry-${entryId}`}>
          Back to the bug as it is now
        </Link>
      </div>
      <article className="as-of">
        <h1 tabIndex={-1} dir="auto">
          {bug.title}
        </h1>
        <dl className="as-of-facts">
          <Fact name="Status">
            <StatusBadge status={bug.status} />
          </Fact>
          <Fact name="Classification">
            <ClassificationBadge classification={bug.classification} />
          </Fact>
          {partNames.map(
            (name) =>
              bug[name] && (
                <Fact key={name} name={bugFields[name].label}>
                  <bdi>{bug[name].name}</bdi>
                </Fact>
              ),
          )}
          {plainNames.map((name) => (
            <Fact key={name} name={bugFields[name].label}>
              <FieldBadge name={name} value={bug[name]} isWhole />
            </Fact>
          ))}
          {bug.labels.length > 0 && (
            <Fact name={bugFields.labels.label}>
              <BugLabels labels={bug.labels} />
            </Fact>
          )}
          <Fact name="Assignee">
            {bug.assigned ? (
              <>
                <bdi>{bug.assigned.fullName}</bdi>{' '}
                <span className="muted">
                  since <Day value={bug.assigned.assignedOn} />
                </span>
              </>
            ) : (
              <UnassignedBadge />
            )}
          </Fact>
          <Fact name="Creator">
            <bdi>{bug.createdBy.fullName}</bdi>{' '}
            <span className="muted">
              on <Day value={bug.createdOn} />
            </span>
          </Fact>
          {bug.duplicateOf && (
            <Fact name="Duplicate of">
              <Link to={paths.viewBug(bug.duplicateOf._id)}>
                <bdi>{bug.duplicateOf.title}</bdi>
              </Link>
            </Fact>
          )}
          <Fact name="Key">
            <span className="mono">{bug.key}</span>
          </Fact>
        </dl>
        <section aria-labelledby="as-of-description">
          <h2 id="as-of-description">Description</h2>
          <MarkdownText text={bug.description} long="the description" />
        </section>
        {bug.stepsToReproduce.trim() !== '' && (
          <section aria-labelledby="as-of-steps">
            <h2 id="as-of-steps">Steps to Reproduce</h2>
            <MarkdownText text={bug.stepsToReproduce} asSteps long="the steps" />
          </section>
        )}
        {bug.commentCount > 0 && (
          <section aria-labelledby="as-of-comments">
            <h2 id="as-of-comments">Comments</h2>
            {bug.comments.length < bug.commentCount && (
              <p className="muted">
                The last {bug.comments.length} of {bug.commentCount}.
              </p>
            )}
            <ol className="as-of-comments">
              {bug.comments.map((comment) => (
                <OldComment key={comment.commentId} comment={comment} />
              ))}
            </ol>
          </section>
        )}
      </article>
    </Page>
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

function OldComment({ comment }: { comment: Comment }) {
  const { fullName } = comment.user
  return (
    <li className="as-of-comment" data-internal={comment.isInternal}>
      <Avatar name={fullName} size={28} />
      <div>
        <p className="as-of-comment-head">
          <strong>
            <bdi>{fullName}</bdi>
          </strong>{' '}
          {comment.isInternal && <InternalMark />}
          <span className="muted">
            <TimeAgo value={comment.createdOn} />
          </span>
        </p>
        {comment.isDeleted ? (
          <p className="muted">This comment was deleted, and its words with it.</p>
        ) : (
          <MarkdownText text={comment.message} mentions={comment.mentions} long={`the comment by ${fullName}`} />
        )}
      </div>
    </li>
  )
}
