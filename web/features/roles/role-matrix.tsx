import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Role } from '#shared/roles/contract.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { NewRoleRow } from './new-role-row.tsx'
import { PermissionHeads } from './permission-boxes.tsx'
import { hasChanges, type RoleChanges } from './role-changes.ts'
import { RoleRow } from './role-row.tsx'
import { emptyRole, isBegun, type RoleDraft } from './use-new-role.ts'
import './role-matrix.css'

/** All roles and what each permits: a matrix on wide screens, a card a role on narrow ones. */
export function RoleMatrix({ roles }: { roles: readonly Role[] }) {
  const [changes, setChanges] = useState<Readonly<Record<string, RoleChanges>>>({})
  const [newRole, setNewRole] = useState<RoleDraft>()
  const addButton = useRef<HTMLButtonElement>(null)
  const isUnsaved =
    roles.some((role) => hasChanges(role.permissions, changes[role.name] ?? {})) || (newRole && isBegun(newRole))

  function closeNewRole() {
    setNewRole(undefined)
    addButton.current?.focus()
  }

  return (
    <>
      <LeaveGuard isUnsaved={isUnsaved ?? false} />
      <div className="roles-bar">
        <p className="muted">
          Changes hold from the next click of everybody who has the role. You can give and take only permissions that
          you hold yourself.
        </p>
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-disabled={newRole !== undefined || undefined}
          onClick={() => setNewRole(newRole ?? emptyRole)}
        >
          Add a role
        </Button>
      </div>
      <div className="roles">
        <PermissionHeads />
        <ul className="roles-list" aria-label="Roles">
          {newRole && <NewRoleRow draft={newRole} onChange={setNewRole} onDone={closeNewRole} />}
          {roles.map((role) => (
            <RoleRow
              key={role.name}
              role={role}
              changes={changes[role.name] ?? {}}
              onChange={(next) => setChanges((all) => ({ ...all, [role.name]: next }))}
            />
          ))}
        </ul>
      </div>
    </>
  )
}
