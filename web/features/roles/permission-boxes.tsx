import { useId } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import { permissionWords } from './permission-words.ts'
import { isChanged, isGranted, type RoleChanges } from './role-changes.ts'
import './permission-boxes.css'

/** Shows a role's permissions. On wide screens only the boxes, below the columns' headings. */
export function PermissionBoxes({
  saved,
  changes,
  onChange,
}: {
  saved: readonly Permission[]
  changes: RoleChanges
  onChange: (permission: Permission, isGranted: boolean) => void
}) {
  const id = useId()
  return permissionWords.map(({ permission, title, description }) => (
    <label
      key={permission}
      className="permission-box"
      title={title}
      data-changed={isChanged(saved, changes, permission) || undefined}
    >
      <input
        type="checkbox"
        name={permission}
        aria-labelledby={`${id}-${permission}-title`}
        aria-describedby={`${id}-${permission}-description`}
        checked={isGranted(saved, changes, permission)}
        onChange={(event) => onChange(permission, event.currentTarget.checked)}
      />
      <span className="permission-words">
        <span id={`${id}-${permission}-title`} className="permission-title">
          {title}
        </span>
        <span id={`${id}-${permission}-description`} className="permission-description">
          {description}
        </span>
      </span>
    </label>
  ))
}

/** Shows the headings of the columns. Each box has its own label for screen readers. */
export function PermissionHeads() {
  return (
    <div className="permission-heads" aria-hidden>
      <span />
      {permissionWords.map(({ permission, title, description }) => (
        <span key={permission} className="permission-words">
          <span className="permission-title">{title}</span>
          <span className="permission-description">{description}</span>
        </span>
      ))}
    </div>
  )
}
