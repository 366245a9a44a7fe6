import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { RoleBadges } from '#web/features/users/public.ts'
import { messages } from '#web/lib/messages.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Badge } from '#web/ui/badges/badge.tsx'
import '#web/ui/lists/cards.css'
import { likelyAssigneesQuery } from './likely-query.ts'
import type { FoundUsers } from './search-users.ts'
import './users-found.css'

/** The people found, of whom one can be chosen. */
export function UsersFound({ found, ...choice }: ChoiceProps & { found: FoundUsers }) {
  const { users, total } = found
  return (
    <Section heading={messages.assign.usersFound} count={total}>
      {(headingId) => (
        <>
          {users.length === 0 ? (
            <p className="users-found-none">{messages.assign.noUsersListed}</p>
          ) : (
            <Choice users={users} headingId={headingId} {...choice} />
          )}
          {total > users.length && (
            <p className="muted">
              These are the first {users.length} of {total}. Type more of the name to find the others.
            </p>
          )}
        </>
      )}
    </Section>
  )
}

/** Before a search: people to whom the bug is likely to be assigned. Without them a search still finds everybody. */
export function LikelyUsers(choice: ChoiceProps) {
  const { data: users = [] } = useQuery(likelyAssigneesQuery(choice.bug._id))
  return (
    <div className="users-found-places">
      {users.length > 0 && (
        <Section heading="Likely Users">
          {(headingId) => (
            <>
              <p className="muted">You, the last people you chose, and who wrote on this bug.</p>
              <Choice users={users} headingId={headingId} {...choice} />
            </>
          )}
        </Section>
      )}
      <Section heading={messages.assign.usersFound}>
        {() => <p className="muted">Nobody yet: search by name or by id.</p>}
      </Section>
    </div>
  )
}

interface ChoiceProps {
  bug: Bug
  selected: User | undefined
  onSelect: (user: User) => void
}

function Section({
  heading,
  count = 0,
  children,
}: {
  heading: string
  count?: number
  children: (headingId: string) => ReactNode
}) {
  const headingId = useId()
  return (
    <section className="users-found" aria-labelledby={headingId}>
      <div className="users-found-head">
        <h2 id={headingId}>{heading}</h2>
        {count > 0 && <span className="muted tabular">{count}</span>}
      </div>
      {children(headingId)}
    </section>
  )
}

function Choice({
  users,
  headingId,
  bug,
  selected,
  onSelect,
}: ChoiceProps & { users: readonly User[]; headingId: string }) {
  return (
    <ul className="cards" aria-labelledby={headingId}>
      {users.map((user) => (
        <li key={user._id} className="card">
          <FoundUser
            user={user}
            isAssignee={user._id === bug.assigned?.assignedTo}
            isSelected={user._id === selected?._id}
            onSelect={() => onSelect(user)}
          />
        </li>
      ))}
    </ul>
  )
}

function FoundUser({
  user,
  isAssignee,
  isSelected,
  onSelect,
}: {
  user: User
  isAssignee: boolean
  isSelected: boolean
  onSelect: () => void
}) {
  return (
    <label className="found-user" data-disabled={user.isDeactivated || undefined}>
      <input
        type="radio"
        name="assignee"
        value={user._id}
        checked={isSelected}
        disabled={user.isDeactivated}
        onChange={onSelect}
      />
      <Avatar name={user.fullName} size={28} />
      <span className="found-user-words">
        <bdi className="found-user-name">{user.fullName}</bdi>
        <span className="mono muted">{user._id}</span>
      </span>
      <span className="found-user-tags">
        {isAssignee && <Badge tone="light">Assigned now</Badge>}
        {user.isDeactivated && (
          <Badge tone="grey" outline>
            Deactivated
          </Badge>
        )}
        <RoleBadges roles={user.role} />
      </span>
    </label>
  )
}
