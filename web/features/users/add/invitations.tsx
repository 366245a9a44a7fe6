import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Invitation } from '#shared/accounts/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Day, TimeAgo } from '#web/ui/text/timestamp.tsx'
import { RoleBadges } from '../role-badges.tsx'
import { type InvitationLink, invitationsQuery, useInvitationActs } from './use-invitations.ts'

/** Lists the invitations that nobody has accepted, each with what can be done with it. */
export function Invitations({
  onLink,
  onEnded,
}: {
  onLink: (link: InvitationLink) => void
  onEnded: (invitation: Invitation) => void
}) {
  const { data, error, isFetching, refetch } = useQuery(invitationsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const acts = useInvitationActs(onLink, (invitation) => {
    onEnded(invitation)
    // The button is removed with its invitation, so the focus moves on.
    heading.current?.focus()
  })
  return (
    <section className="surface invitations" aria-labelledby="invitations-heading">
      <h2 id="invitations-heading" ref={heading} tabIndex={-1}>
        Open invitations
      </h2>
      {data ? (
        data.length === 0 ? (
          <p className="muted invitations-none">No open invitations.</p>
        ) : (
          <ul aria-label="Open invitations">
            {data.map((invitation) => (
              <Row key={invitation._id} invitation={invitation} {...acts} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError
          title="The invitations could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading the invitations">
          <Skeleton height="64px" radius="10px" />
        </Loading>
      )}
    </section>
  )
}

function Row({ invitation, begin, isDoing }: { invitation: Invitation } & ReturnType<typeof useInvitationActs>) {
  const { sendsMail } = useSite()
  const { email, role, invitedBy, invitedOn, expiresOn, isExpired } = invitation
  const act = (name: 'send' | 'copy' | 'end', words: string) => (
    <Button
      size="xs"
      variant="default"
      loading={isDoing(name, invitation)}
      onClick={() => begin({ act: name, invitation })}
    >
      {words} <span className="visually-hidden">&nbsp;{email}</span>
    </Button>
  )
  return (
    <li className="invitation">
      <div className="invitation-words">
        <p className="invitation-email">
          {email} {isExpired && <Badge tone="grey">Expired</Badge>}
        </p>
        <p className="invitation-facts muted">
          <RoleBadges roles={role} />
          <span>
            Invited by <bdi>{invitedBy.fullName}</bdi> <TimeAgo value={invitedOn} />
          </span>
          {!isExpired && (
            <span>
              Works until <Day value={expiresOn} />
            </span>
          )}
        </p>
      </div>
      <div className="invitation-acts">
        {sendsMail && act('send', 'Send again')}
        {act('copy', 'Show link')}
        {act('end', 'Take back')}
      </div>
    </li>
  )
}
