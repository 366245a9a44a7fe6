import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { editUser, type User } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { refusedField } from '#web/lib/forms/field-errors.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { refreshPeople } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { isDemoPasswordLocked } from '../demo-password.ts'
import { nameLabels, type Names } from '../name-fields.tsx'
import { userQuery } from '../user-queries.ts'

const labels = { ...nameLabels, role: 'Roles', password: 'New Password' } as const

interface UserEdit extends Names {
  readonly role: string[]
  readonly password: string
}

/** Manages the form that edits a person's account. */
export function useUserEdit(user: User) {
  const client = useQueryClient()
  const router = useRouter()
  const isMe = useSession().userId === user._id
  const [begun, setBegun] = useState(() => editOf(user))
  const form = useForm({ initial: begun, labels, schema: editUser.body })
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async ({ password, role, ...names }: UserEdit) => {
      const body = {
        ...names,
        // Untouched roles are left out, because they may have been changed elsewhere meanwhile.
        ...(role.join('\n') !== begun.role.join('\n') && { role }),
        ...(password !== '' && { password }),
      }
      return (await call(editUser, { params: { userId: user._id }, body })).result
    },
  })

  /** Sends the form; returns false when a field is wrong, by the browser's or the server's rules. */
  async function submit(): Promise<boolean> {
    if (isPending) return true
    if (!form.check()) return false
    try {
      const changed = await mutateAsync(form.values)
      form.change(editOf(changed))
      setBegun(editOf(changed))
      client.setQueryData(userQuery(user._id).queryKey, changed)
      toastSuccess(messages.userEdit.success)
      await refreshPeople(client)
      // A person who removes their own right can't stay on this screen.
      if (isMe) await router.invalidate()
      return true
    } catch (failure) {
      return refuse(failure)
    }
  }

  function refuse(failure: unknown): boolean {
    const isMarked = form.refuse(failure)
    if (isDemoPasswordLocked(failure)) toastWarning(messages.profile.demoPasswordLocked)
    else toastFailure(messages.userEdit.failed, referenceOf(failure))
    return !isMarked
  }

  const failure = isPending || refusedField(error, labels) ? null : error
  return { form, submit, isSending: isPending, failure }
}

function editOf({ fullName, givenName, familyName, role }: User): UserEdit {
  return { fullName, givenName, familyName, role: role.toSorted(), password: '' }
}
