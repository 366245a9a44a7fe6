import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { roleMatrixQuery } from '#web/features/roles/public.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { RoleBadge } from '../role-badges.tsx'
import { permits } from './role-permits.ts'
import './role-picker.css'

/** Shows a person's roles for editing. The server decides which roles may be added or removed. */
export function RolePicker({
  value,
  error,
  onChange,
}: {
  value: readonly string[]
  error: ReactNode
  onChange: (roles: string[]) => void
}) {
  const id = useId()
  const { data: known = [], isError, isFetching, refetch } = useQuery(roleMatrixQuery)
  // Until the roles have loaded, and if they fail to, at least the person's own are shown.
  const roles = [...new Set([...known.map(({ name }) => name), ...value])].toSorted()
  const permissionsOf = (role: string) => known.find(({ name }) => name === role)?.permissions
  return (
    <fieldset className="role-picker" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">Roles</legend>
      <div className="role-picker-choices" data-error={Boolean(error) || undefined}>
        {roles.map((role) => (
          <RoleChoice
            key={role}
            role={role}
            words={permissionsOf(role) && permits(permissionsOf(role) ?? [])}
            isHeld={value.includes(role)}
            isWrong={Boolean(error)}
            // In the order of the list, so that adding a removed role again is no change.
            onChange={(isHeld) => onChange(roles.filter((name) => (name === role ? isHeld : value.includes(name))))}
          />
        ))}
        {isError && (
          <p className="role-picker-failure">
            The other roles could not be loaded.{' '}
            <button type="button" disabled={isFetching} onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        )}
      </div>
      <div role="alert">{error && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
    </fieldset>
  )
}

function RoleChoice({
  role,
  words,
  isHeld,
  isWrong,
  onChange,
}: {
  role: string
  /** What it permits; undefined until that is loaded. */
  words: string | undefined
  isHeld: boolean
  isWrong: boolean
  onChange: (isHeld: boolean) => void
}) {
  const id = useId()
  return (
    <label className="role-picker-choice">
      <input
        type="checkbox"
        name="role"
        value={role}
        checked={isHeld}
        aria-invalid={isWrong}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-words`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span id={`${id}-name`} className="role-picker-name">
        <RoleBadge role={role} />
      </span>
      <span id={`${id}-words`} className="role-picker-words">
        {words}
      </span>
    </label>
  )
}
