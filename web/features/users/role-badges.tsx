import { IconShield, IconUser } from '@tabler/icons-react'
import { Badge } from '#web/ui/badges/badge.tsx'
import './role-badges.css'

/** Shows one role. Customers differ from all others by colour and by shape. */
export function RoleBadge({ role }: { role: string }) {
  return role === 'customer' ? (
    <Badge tone="red" icon={<IconUser aria-hidden />} wraps>
      {role}
    </Badge>
  ) : (
    <Badge tone="blue" icon={<IconShield aria-hidden />} wraps>
      {role}
    </Badge>
  )
}

/** Shows all roles of a person. */
export function RoleBadges({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return <span className="muted">No roles</span>
  return (
    <div className="role-badges">
      <span className="visually-hidden">Roles: </span>
      {roles.map((role) => (
        <RoleBadge key={role} role={role} />
      ))}
    </div>
  )
}
