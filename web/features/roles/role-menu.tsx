import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { deleteRole, renameRole, type Role } from '#shared/roles/contract.ts'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Form, SubmitOrCancel } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { nameProblem } from './use-new-role.ts'
import { useRoleWrite } from './use-role-write.ts'

/** Offers to rename a role, and to delete one that nobody has. */
export function RoleMenu({ role, onAsk }: { role: Role; onAsk: (question: 'rename' | 'delete') => void }) {
  return (
    <ActionMenu
      label={`Actions for the role ${role.name}`}
      entries={[
        { key: 'rename', icon: <IconPencil size={16} aria-hidden />, words: 'Rename', onRun: () => onAsk('rename') },
        role.abilities.delete && {
          key: 'delete',
          icon: <IconTrash size={16} aria-hidden />,
          words: 'Delete',
          onRun: () => onAsk('delete'),
        },
      ]}
    />
  )
}

const renaming = { success: messages.roles.renamed, failure: messages.roles.renameFailed }

/** Asks for a role's new name. `onDone` gets the name, also when it stayed. */
export function RenameRoleDialog({
  role,
  onDone,
  onClose,
}: {
  role: Role
  onDone: (name: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState(role.name)
  const [wasSent, setWasSent] = useState(false)
  const send = async () =>
    (await call(renameRole, { params: { roleName: role.name }, body: { name: name.trim() } })).result
  const { write, isSending, failure, forgetFailure } = useRoleWrite(send, renaming, role.name)
  const field = useRef<HTMLInputElement>(null)
  // After the dialog is open, which gives the focus to its first button.
  useEffect(() => field.current?.select(), [])
  const taken = failure instanceof CallError && failure.field === 'name' ? failure : undefined
  // The field is marked later than the form looks for what is wrong.
  useEffect(() => {
    if (taken) field.current?.focus()
  }, [taken])

  async function submit(): Promise<boolean> {
    if (isSending) return true
    setWasSent(true)
    if (nameProblem(name)) return false
    if (name.trim() !== role.name && !(await write(undefined))) return false
    onDone(name.trim())
    return true
  }

  return (
    <Dialog title={`Rename the role ${role.name}`} onClose={onClose}>
      <Form label="Rename role" onSubmit={submit}>
        <TextField
          label="Role name"
          ref={field}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={maxRoleNameLength}
          value={name}
          error={(wasSent && nameProblem(name)) || taken?.message}
          onChange={(event) => {
            forgetFailure()
            setName(event.currentTarget.value)
          }}
        />
        {failure && !taken && <FailureNotice title="The role keeps its name" {...explainRefusal(failure)} />}
        <SubmitOrCancel submit="Rename" isSending={isSending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

const deleting = { success: messages.roles.deleted, failure: messages.roles.deleteFailed }

/** Asks before a role that nobody has is deleted. */
export function DeleteRoleDialog({
  role: { name },
  onDone,
  onClose,
}: {
  role: Role
  onDone: () => void
  onClose: () => void
}) {
  const send = async () => {
    await call(deleteRole, { params: { roleName: name } })
    return null
  }
  const { write, isSending, failure } = useRoleWrite(send, deleting, name)
  return (
    <ConfirmDialog
      title={`Delete the role “${name}”?`}
      confirm="Delete"
      isDanger
      isPending={isSending}
      notice={failure && <FailureNotice title="The role was not deleted" {...explainRefusal(failure)} />}
      onConfirm={() => void write(undefined).then((isDeleted) => isDeleted && onDone())}
      onCancel={onClose}
    >
      Nobody has it, so nobody loses a permission.
    </ConfirmDialog>
  )
}
