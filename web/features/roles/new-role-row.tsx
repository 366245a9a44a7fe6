import { useEffect, useRef } from 'react'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { PermissionBoxes } from './permission-boxes.tsx'
import { type RoleDraft, useNewRole } from './use-new-role.ts'

/** Shows the row of a role that does not exist yet. */
export function NewRoleRow({
  draft,
  onChange,
  onDone,
}: {
  draft: RoleDraft
  onChange: (draft: RoleDraft) => void
  /** Called when it was created or given up. */
  onDone: () => void
}) {
  const { submit, isSending, nameError, failure, forgetFailure } = useNewRole(draft, onDone)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function change(part: Partial<RoleDraft>) {
    forgetFailure()
    onChange({ ...draft, ...part })
  }

  return (
    <li className="role" data-new>
      <Form label="New role" onSubmit={submit}>
        <div className="role-head">
          <TextField
            ref={field}
            size="xs"
            label="Role name"
            name="name"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={maxRoleNameLength}
            value={draft.name}
            error={nameError}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </div>
        <PermissionBoxes
          saved={[]}
          changes={draft.permissions}
          onChange={(permission, isGranted) =>
            change({ permissions: { ...draft.permissions, [permission]: isGranted } })
          }
        />
        <div className="role-end">
          <FormActions>
            <Button type="submit" size="xs" loading={isSending}>
              Create
            </Button>
            <Button size="xs" variant="default" onClick={onDone}>
              Cancel
            </Button>
          </FormActions>
        </div>
        {failure && (
          <div className="role-notice">
            <FailureNotice title="The role was not created; what you chose is kept" {...explainRefusal(failure)} />
          </div>
        )}
      </Form>
    </li>
  )
}
