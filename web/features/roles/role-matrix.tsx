import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { Role } from '#shared/roles/contract.ts'
import { LeaveGuard } from '#web/features/site/public.ts'
import { NewRoleRow } from './new-role-row.tsx'
import { PermissionHeads } from './permission-boxes.tsx'
import { permissionWords } from './permission-words.ts'
import { hasChanges, type RoleChanges } from './role-changes.ts'
import { RoleRow } from './role-row.tsx'
import { emptyRole, isBegun } from './use-new-role.ts'
import './role-matrix.css'

/** Shows all roles and what each permits: a matrix on wide screens, one card per role on narrow ones. */
export function RoleMatrix({
  roles,
  isAdding,
  onAdded,
}: {
  roles: readonly Role[]
  /** Whether a new role is being entered. */
  isAdding: boolean
  /** Called when it was created or given up. */
  onAdded: () => void
}) {
  const [changes, setChanges] = useState<Readonly<Record<string, RoleChanges>>>({})
  const [newRole, setNewRole] = useState(emptyRole)
  const isUnsaved =
    (isAdding && isBegun(newRole)) || roles.some((role) => hasChanges(role.permissions, changes[role.name] ?? {}))

  const list = useRef<HTMLUListElement>(null)
  /** What was renamed, or with no name deleted, last: its row and the focus in it are gone. */
  const [gone, setGone] = useState<{ readonly into: string | undefined }>()
  useEffect(() => {
    if (!gone || document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-role]') ?? [])]
    ;(rows.find((row) => row.dataset['role'] === gone.into) ?? list.current)?.focus()
  }, [gone, roles])

  function endAdding() {
    setNewRole(emptyRole)
    onAdded()
  }

  return (
    <div className="roles" style={{ '--permission-count': permissionWords.length } as CSSProperties}>
      <LeaveGuard isUnsaved={isUnsaved} title="Leave without saving?">
        Your changes to the roles are not saved yet.
      </LeaveGuard>
      <PermissionHeads />
      <ul ref={list} className="roles-list" aria-label="Roles" tabIndex={-1}>
        {isAdding && <NewRoleRow draft={newRole} onChange={setNewRole} onDone={endAdding} />}
        {roles.map((role) => (
          <RoleRow
            key={role.name}
            role={role}
            changes={changes[role.name] ?? {}}
            onChange={(next) => setChanges((all) => ({ ...all, [role.name]: next }))}
            onNamed={(into) => setGone({ into })}
          />
        ))}
      </ul>
    </div>
  )
}
