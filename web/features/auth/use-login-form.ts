import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { login } from '#shared/auth/contract.ts'
import { minPasswordLength } from '#shared/users/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError, tooManyRequests } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { isPassing } from '#web/lib/query-client.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { dismissAllToasts, toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'

/** Manages the login form: its rules, and the meaning of each answer. */
export function useLoginForm() {
  const client = useQueryClient()
  const router = useRouter()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.length < 1 ? messages.login.emailTooShort : null),
      password: (password) => (password.length < minPasswordLength ? messages.login.passwordTooShort : null),
    },
  })
  const request = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(login, { body }),
  })

  const refuse = (error: unknown) => {
    if (isWrongCredentials(error)) {
      toastWarning(messages.login.invalidCredentials)
      setFailure(messages.login.invalidCredentialsInline)
      return
    }
    // The specified texts mention the email, which is not the problem in an outage.
    const why = isPassing(error) ? explainError(error).explanation : undefined
    toastFailure(messages.login.requestFailed, referenceOf(error), why)
    setFailure(failureText(error))
  }
  const signIn = async (): Promise<boolean> => {
    setFailure(undefined)
    if (form.validate().hasErrors) return false
    try {
      await request.mutateAsync(form.getValues())
      await beginSession(client)
      dismissAllToasts()
      const { returnTo } = router.state.location.state
      // The history never leaves this origin.
      const goBack = returnTo !== undefined && {
        label: messages.login.goBack,
        onClick: () => router.history.push(returnTo),
      }
      toastSuccess(messages.login.success, goBack || undefined)
      await router.navigate({ to: paths.home })
    } catch (error) {
      refuse(error)
    }
    return true
  }
  return { form, failure, pending: request.isPending, signIn }
}

/** Returns the specified text. Past the limit of attempts it would mislead, so the wait is added. */
function failureText(error: unknown): string {
  const limited = error instanceof CallError && error.code === 'too-many-requests'
  if (!limited) return messages.login.requestFailedInline
  return `${messages.login.requestFailedInline} ${tooManyRequests(error.retryAfterSeconds)}`
}

/** Returns whether the credentials are wrong: only that refusal has `loggedIn` in its body. */
function isWrongCredentials(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  const { body } = error
  return typeof body === 'object' && body !== null && 'loggedIn' in body && body.loggedIn === false
}
