import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { changeRole, type Role } from '#shared/roles/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { useFocusInPlace } from '#web/ui/dialogs/use-focus-in-place.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { numberOf } from '#web/ui/text/number-format.ts'
import { PermissionBoxes } from './permission-boxes.tsx'
import { DeleteRoleDialog, RenameRoleDialog, RoleMenu } from './role-menu.tsx'
import { grantedPermissions, hasChanges, type RoleChanges } from './role-changes.ts'
import { useRoleWrite } from './use-role-write.ts'

const texts = { success: messages.roles.updated, failure: messages.roles.updateFailed }

/** Shows one role: its holders, what it permits, and the unsaved changes. */
export function RoleRow({
  role,
  changes,
  onChange,
  onNamed,
}: {
  role: Role
  changes: RoleChanges
  onChange: (changes: RoleChanges) => void
  /** Called when it was renamed, with its name, or deleted. */
  onNamed: (name: string | undefined) => void
}) {
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const { name, permissions: saved } = role
  const isUnsaved = hasChanges(saved, changes)
  const { write, isSending, failure, forgetFailure } = useRoleWrite(sendRole, texts)
  const place = useFocusInPlace<HTMLLIElement>(isUnsaved ? 'unsaved' : 'saved')

  async function save() {
    if (isSending || !isUnsaved) return
    if (await write({ name, permissions: grantedPermissions(saved, changes) })) onChange({})
  }

  function undo() {
    forgetFailure()
    onChange({})
  }

  function end(newName?: string) {
    setAsked(undefined)
    onNamed(newName)
  }

  return (
    <li ref={place} className="role" tabIndex={-1} data-role={name} data-unsaved={isUnsaved || undefined}>
      <Form label={`Role ${name}`} onSubmit={save}>
        <div className="role-head" data-has-menu={role.abilities.rename || undefined}>
          <h2 className="role-name">{name}</h2>
          {role.abilities.rename && !isUnsaved && (
            <span className="role-menu">
              <RoleMenu role={role} onAsk={setAsked} />
            </span>
          )}
          <p className="role-facts">
            <Holders role={role} />
            {isUnsaved && <span className="role-unsaved">Unsaved</span>}
          </p>
        </div>
        <PermissionBoxes
          saved={saved}
          changes={changes}
          onChange={(permission, isGranted) => {
            forgetFailure()
            onChange({ ...changes, [permission]: isGranted })
          }}
        />
        <div className="role-end">
          {isUnsaved && (
            <FormActions>
              <Button type="submit" size="xs" loading={isSending}>
                Save <span className="visually-hidden">&nbsp;{name}</span>
              </Button>
              <Button size="xs" variant="default" onClick={undo}>
                Undo
              </Button>
            </FormActions>
          )}
        </div>
        {isUnsaved && failure && (
          <div className="role-notice">
            <FailureNotice title="The role was not changed; what you set is kept" {...explainRefusal(failure)} />
          </div>
        )}
      </Form>
      {asked === 'rename' && <RenameRoleDialog role={role} onDone={end} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteRoleDialog role={role} onDone={() => end()} onClose={() => setAsked(undefined)} />}
    </li>
  )
}

async function sendRole({ name, permissions }: Pick<Role, 'name' | 'permissions'>): Promise<Role> {
  return (await call(changeRole, { params: { roleName: name }, body: { permissions } })).result
}

function Holders({ role: { name, holders, deactivatedHolders } }: { role: Role }) {
  if (holders + deactivatedHolders === 0) return <span>Nobody has it</span>
  return (
    <Link to={paths.userList} search={{ role: name }}>
      {holders > 0 ? people(holders) : `${people(deactivatedHolders)}, deactivated`}
    </Link>
  )
}

const people = (count: number) => (count === 1 ? '1 person' : `${numberOf(count)} people`)
