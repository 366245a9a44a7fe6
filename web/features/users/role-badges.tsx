import { IconShield, IconUser } from '@tabler/icons-react'
import { Badge } from '#web/ui/badge.tsx'
import './role-badges.css'

/** One role. Customers differ from all others by colour and by shape. */
export function RoleBadge({ role }: { role: string }) {
  return role === 'customer' ? (
    <Badge tone="red" icon={<IconUser aria-hidden />}>
      {role}
    </Badge>
  ) : (
    <Badge tone="blue" icon={<IconShield aria-hidden />}>
      {role}
    </Badge>
  )
}

/** All roles of a person. */
export function RoleBadges({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return <span className="muted">No roles</span>
  return (
    <ul className="role-badges" aria-label="Roles">
      {roles.map((role) => (
        <li key={role}>
          <RoleBadge role={role} />
        </li>
      ))}
    </ul>
  )
}
