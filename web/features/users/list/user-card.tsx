import { IconPencil } from '@tabler/icons-react'
import type { User } from '#shared/users/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Day } from '#web/ui/text/timestamp.tsx'
import '#web/ui/lists/cards.css'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { DeactivatedBadge } from '../deactivated-badge.tsx'
import { RoleBadges } from '../role-badges.tsx'
import './user-card.css'

/** Shows one person of the list. */
export function UserCard({ user }: { user: User }) {
  const isMe = useSession().userId === user._id
  return (
    <li className="card user-card">
      <div className="user-card-avatar">
        <Avatar name={user.fullName} size={36} />
      </div>
      <div className="user-card-words">
        <div className="user-card-title">
          <h2 className="user-card-name" dir="auto">
            {user.fullName}
          </h2>
          {isMe && <span className="user-card-me">you</span>}
        </div>
        <p className="user-card-facts">
          {user.email !== undefined && <span className="user-card-email">{user.email}</span>}
          <span>
            Joined <Day value={user.createdOn} />
          </span>
        </p>
      </div>
      <div className="user-card-roles">
        <RoleBadges roles={user.role} />
        {user.isDeactivated && <DeactivatedBadge />}
      </div>
      {user.abilities.edit && (
        <div className="user-card-edit not-printed">
          <ButtonLink
            to={paths.editUser(user._id)}
            size="xs"
            variant="default"
            icon={<IconPencil size={16} aria-hidden />}
          >
            {messages.userList.edit} <span className="visually-hidden">&nbsp;{user.fullName}</span>
          </ButtonLink>
        </div>
      )}
    </li>
  )
}
