import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { login } from '#shared/auth/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { explainError, tooManyRequests } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { isPassing } from '#web/lib/query-client.ts'
import { wayBack } from './return-state.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { dismissAllToasts, toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'

/** Manages the login form: its rules, and the meaning of each answer. */
export function useLoginForm() {
  const client = useQueryClient()
  const router = useRouter()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { email: '', password: '' },
    labels: { email: 'Email', password: 'Password' },
    schema: login.body,
    words: { email: ifTooShort(messages.login.emailTooShort), password: ifTooShort(messages.login.passwordTooShort) },
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
    if (!form.check()) return false
    try {
      await request.mutateAsync(form.values)
      await beginSession(client)
      dismissAllToasts()
      toastSuccess(messages.login.success)
      await router.navigate({ to: paths.home, state: wayBack(router) })
    } catch (error) {
      refuse(error)
    }
    return true
  }
  return { form, failure, pending: request.isPending, signIn }
}

/** Only what is too short is refused here: the specification has one text for all other failures. */
const ifTooShort = (words: string) => (issue: { code: string }) => (issue.code === 'too_small' ? words : undefined)

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
