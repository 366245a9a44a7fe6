import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { register as registerEndpoint } from '#shared/auth/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { tooManyRequests } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { beginSession, refreshSession } from '#web/lib/session/session.ts'
import { dismissAllToasts, toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { accountOf, useAccountForm, type NewAccount } from '#web/features/users/public.ts'
import { wayBack } from './return-state.ts'
import { registerCodeOf } from './register-code.ts'

/** Manages the registration form and the meaning of each code of the server. */
export function useRegistration() {
  const client = useQueryClient()
  const router = useRouter()
  const form = useAccountForm()
  const [failure, setFailure] = useState<string>()
  const request = useMutation({ mutationFn: (body: NewAccount) => call(registerEndpoint, { body }) })

  const refuse = async (error: unknown): Promise<void> => {
    const code = registerCodeOf(error)
    if (code === '400-email') {
      toastWarning(messages.register.emailTaken)
      form.mark('email', messages.register.emailTakenInline)
    } else if (code === '401-loggedIn') {
      toastWarning(messages.register.alreadyLoggedIn)
      await refreshSession(client)
    } else if (code === '400-failed') {
      toastFailure(messages.register.failed, referenceOf(error))
      setFailure(failureText(error))
      form.refuse(error)
    } else {
      setFailure(messages.register.failedInline)
    }
  }
  const register = async (): Promise<boolean> => {
    setFailure(undefined)
    if (!form.check()) return false
    try {
      await request.mutateAsync(accountOf(form))
      await beginSession(client)
      dismissAllToasts()
      toastSuccess(messages.register.success)
      await router.navigate({ to: paths.home, state: wayBack(router) })
      return true
    } catch (error) {
      await refuse(error)
      return false
    }
  }
  return { form, failure, pending: request.isPending, register }
}

/** Returns the specified text. It would mislead past the limit of attempts, and where sign-up was closed: why is added. */
function failureText(error: unknown): string {
  const { failedInline } = messages.register
  if (!(error instanceof CallError)) return failedInline
  if (error.code === 'too-many-requests') return `${failedInline}. ${tooManyRequests(error.retryAfterSeconds)}`
  return error.code === 'forbidden' ? `${failedInline}. ${error.message}` : failedInline
}
