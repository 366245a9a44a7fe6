import { useId } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { RoleBadges } from '#web/features/users/public.ts'
import { messages } from '#web/lib/messages.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Badge } from '#web/ui/badges/badge.tsx'
import '#web/ui/lists/cards.css'
import type { FoundUsers } from './search-users.ts'
import './users-found.css'

/** The people found, of whom one can be chosen. */
export function UsersFound({
  bug,
  found,
  selected,
  onSelect,
}: {
  bug: Bug
  found: FoundUsers
  selected: User | undefined
  onSelect: (user: User) => void
}) {
  const headingId = useId()
  const { users, total } = found
  return (
    <section className="users-found" aria-labelledby={headingId}>
      <div className="users-found-head">
        <h2 id={headingId}>{messages.assign.usersFound}</h2>
        {total > 0 && <span className="muted tabular">{total}</span>}
      </div>
      {users.length === 0 ? (
        <p className="users-found-none">{messages.assign.noUsersListed}</p>
      ) : (
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
      )}
      {total > users.length && (
        <p className="muted">
          These are the first {users.length} of {total}. Type more of the name to find the others.
        </p>
      )}
    </section>
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
        <span className="found-user-name">{user.fullName}</span>
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
