import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createFirstAdministrator } from '#shared/setup/contract.ts'
import { accountOf, useAccountForm, type NewAccount } from '#web/features/users/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/ui/notices/toast.ts'

/** Manages the form of the one-time link. The new administrator is logged in and goes to the home page. */
export function useFirstAdministrator(token: string, onLinkEnded: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useAccountForm()
  const [failure, setFailure] = useState<string>()
  const request = useMutation({
    mutationFn: (account: NewAccount) => call(createFirstAdministrator, { body: { ...account, token } }),
  })

  const refuse = (error: unknown) => {
    if (error instanceof CallError && error.code === 'forbidden') onLinkEnded()
    else if (error instanceof CallError && error.code === 'email-taken') {
      form.mark('email', messages.register.emailTakenInline)
    } else if (!form.refuse(error))
      setFailure(`${explainError(error).explanation} Nothing was created; what you typed is still here.`)
  }
  const create = async (): Promise<boolean> => {
    setFailure(undefined)
    if (!form.check()) return false
    try {
      await request.mutateAsync(accountOf(form))
      await beginSession(client)
      toastSuccess(messages.setup.success)
      await router.navigate({ to: paths.home })
      return true
    } catch (error) {
      refuse(error)
      return false
    }
  }
  return { form, failure, pending: request.isPending, create }
}
