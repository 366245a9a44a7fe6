import { Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { RoleBadge } from './role-badges.tsx'
import { rolesQuery } from './user-queries.ts'
import './role-picker.css'

/** Which roles somebody holds. Whether a role may be given or taken is the server's to say. */
export function RolePicker({
  value,
  error,
  onChange,
}: {
  value: readonly string[]
  error: ReactNode
  onChange: (roles: string[]) => void
}) {
  const errorId = useId()
  const { data: known = [] } = useQuery(rolesQuery)
  // Until the roles have come, and if they don't, at least the person's own can be seen.
  const roles = [...new Set([...known, ...value])].toSorted()
  return (
    <fieldset className="role-picker" aria-describedby={error ? errorId : undefined}>
      <legend className="mantine-InputWrapper-label">Roles</legend>
      <div className="role-picker-choices" data-error={Boolean(error) || undefined}>
        {roles.map((role) => (
          <label key={role} className="role-picker-choice">
            <input
              type="checkbox"
              name="role"
              value={role}
              checked={value.includes(role)}
              aria-invalid={Boolean(error)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...value, role] : value.filter((held) => held !== role))
              }
            />
            <RoleBadge role={role} />
          </label>
        ))}
      </div>
      <div role="alert">{error && <Input.Error id={errorId}>{error}</Input.Error>}</div>
    </fieldset>
  )
}
