import { useState } from 'react'
import { createRole } from '#shared/roles/contract.ts'
import { maxRoleNameLength } from '#shared/roles/words.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { grantedPermissions, type RoleChanges } from './role-changes.ts'
import { useRoleWrite } from './use-role-write.ts'

/** A role that is being entered. */
export interface RoleDraft {
  readonly name: string
  readonly permissions: RoleChanges
}

export const emptyRole: RoleDraft = { name: '', permissions: {} }

/** Returns whether discarding the draft would lose something. */
export function isBegun({ name, permissions }: RoleDraft): boolean {
  return name.trim() !== '' || Object.values(permissions).includes(true)
}

const texts = { success: messages.roles.added, failure: messages.roles.addFailed }

/** Manages the form of a new role. */
export function useNewRole(draft: RoleDraft, onCreated: () => void) {
  const [isChecked, setIsChecked] = useState(false)
  const { write, isSending, failure, forgetFailure } = useRoleWrite(sendNewRole, texts)
  const taken = failure instanceof CallError && failure.field === 'name' ? failure : undefined
  const problem = isChecked ? nameProblem(draft.name) : undefined

  /** Sends the form; returns false when the name is wrong. */
  async function submit(): Promise<boolean> {
    if (isSending) return true
    setIsChecked(true)
    if (nameProblem(draft.name)) return false
    const isCreated = await write(draft)
    if (isCreated) onCreated()
    // A name in use is marked with the next render; other failures concern no field and keep the focus.
    return isCreated
  }

  return {
    submit,
    isSending,
    nameError: problem ?? taken?.message,
    failure: taken ? null : failure,
    forgetFailure,
  }
}

/** Returns what is wrong with the name of a role. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A role needs a name.'
  return name.trim().length > maxRoleNameLength ? `At most ${maxRoleNameLength} characters.` : undefined
}

async function sendNewRole({ name, permissions }: RoleDraft) {
  return (await call(createRole, { body: { name, permissions: grantedPermissions([], permissions) } })).result
}
