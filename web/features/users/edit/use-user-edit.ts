import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { editUser, minPasswordLength, type User } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { refreshPeople } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { isDemoPasswordLocked, refusedField } from '../refused-field.ts'
import { userQuery } from '../user-queries.ts'

const labels = {
  fullName: 'Full Name',
  givenName: 'Given Name',
  familyName: 'Family Name',
  role: 'Roles',
  password: 'New Password',
} as const

interface UserEdit {
  fullName: string
  givenName: string
  familyName: string
  role: string[]
  password: string
}

/** Manages the form that edits a person's account. */
export function useUserEdit(user: User) {
  const client = useQueryClient()
  const router = useRouter()
  const isMe = useSession().userId === user._id
  const form = useForm<UserEdit>({
    initialValues: editOf(user),
    validate: {
      fullName: nameRule('fullName'),
      givenName: nameRule('givenName'),
      familyName: nameRule('familyName'),
      password: (password) =>
        password !== '' && password.length < minPasswordLength
          ? `${labels.password} must be at least ${minPasswordLength} characters.`
          : null,
    },
  })
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async ({ password, role, ...names }: UserEdit) => {
      const body = {
        ...names,
        // Untouched roles are left out, because they may have been changed elsewhere meanwhile.
        ...(form.isDirty('role') && { role }),
        ...(password !== '' && { password }),
      }
      return (await call(editUser, { params: { userId: user._id }, body })).result
    },
  })

  /** Sends the form; returns false when a field is wrong, by the browser's or the server's rules. */
  async function submit(): Promise<boolean> {
    if (isPending) return true
    if (form.validate().hasErrors) return false
    try {
      const changed = await mutateAsync(form.values)
      form.setValues(editOf(changed))
      form.resetDirty(editOf(changed))
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
    const refused = refusedField(failure, labels)
    if (refused) form.setFieldError(refused.field, refused.problem)
    if (isDemoPasswordLocked(failure)) toastWarning(messages.profile.demoPasswordLocked)
    else toastFailure(messages.userEdit.failed, referenceOf(failure))
    return refused === undefined
  }

  const failure = isPending || refusedField(error, labels) ? null : error
  return { form, submit, isSending: isPending, failure }
}

function editOf({ fullName, givenName, familyName, role }: User): UserEdit {
  return { fullName, givenName, familyName, role: role.toSorted(), password: '' }
}

function nameRule(name: 'fullName' | 'givenName' | 'familyName') {
  return (value: string) => (value.trim() === '' ? `${labels[name]} must not be empty.` : null)
}
