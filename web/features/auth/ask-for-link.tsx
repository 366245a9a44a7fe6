import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { forgotPassword, signUp } from '#shared/accounts/contract.ts'
import { maxEmailLength } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { type FieldErrors } from '#web/lib/forms/field-errors.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** Asks for an address to which a link is mailed, and says afterwards where to look for it. */
export function AskForLink({
  endpoint,
  label,
  verb,
  also,
  sent,
}: {
  endpoint: typeof forgotPassword | typeof signUp
  /** What the button says. */
  label: string
  verb: string
  /** What the contract can't know of the address. */
  also?: (email: string) => string | undefined
  sent: (email: string) => ReactNode
}) {
  const form = useForm({
    initial: { email: '' },
    labels: { email: 'Email' },
    schema: endpoint.body,
    also: ({ email }): FieldErrors<'email'> => {
      const problem = email.includes('@') ? also?.(email.trim()) : undefined
      return problem ? { email: problem } : {}
    },
  })
  const { mutateAsync, isPending, isSuccess, error } = useMutation({
    mutationFn: (email: string) => call(endpoint, { body: { email } }),
  })
  const note = useRef<HTMLDivElement>(null)
  // The form is removed, so the focus moves on.
  useEffect(() => {
    if (isSuccess) note.current?.focus()
  }, [isSuccess])

  const send = async (): Promise<boolean> => {
    if (!form.check()) return false
    try {
      await mutateAsync(form.values.email.trim())
      return true
    } catch (failure) {
      return !form.refuse(failure)
    }
  }
  if (isSuccess) {
    return (
      <div ref={note} tabIndex={-1} className="auth-note" role="status">
        <Notice tone="success" title="Check your mail">
          {sent(form.values.email.trim())}
        </Notice>
      </div>
    )
  }
  return (
    <div className="surface auth-card">
      <Form label={label} onSubmit={send}>
        {error && !isPending && !form.isAbout(error) && (
          <FailureNotice title="No mail was asked for" {...explainRefusal(error)} />
        )}
        <TextField
          {...form.field('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxEmailLength}
        />
        <FormActions>
          <Button type="submit" loading={isPending}>
            {label}
          </Button>
          <SendShortcut verb={verb} />
        </FormActions>
      </Form>
    </div>
  )
}
