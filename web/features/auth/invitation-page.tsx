import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { acceptInvitation } from '#shared/accounts/contract.ts'
import { takesSignUps } from '#shared/site/contract.ts'
import { accountOf, AccountFields, type NewAccount, useAccountForm } from '#web/features/users/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { beginSession, useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { LinkPage } from './link-page.tsx'
import type { OpenLink } from './use-link.ts'
import { useLogout } from './use-logout.ts'

/** Shows the page of an invitation, or of a sign-up by mail, where its account is created. */
export function InvitationPage() {
  const { productName, signUp } = useSite()
  return (
    <LinkPage
      title={`Welcome to ${productName}`}
      width="text"
      purposes={['invite', 'sign-up']}
      description="Choose how others see you, and a password. Then you are in."
      ended={
        <>
          It was used or taken back, or it is too old. Have an account? <Link to={paths.login}>Log in</Link>. Otherwise
          ask whoever invited you to send the invitation again
          {takesSignUps({ signUp }) && (
            <>
              , or <Link to={paths.register}>register</Link>
            </>
          )}
          .
        </>
      }
    >
      {(link, token, end) => <Invitation link={link} token={token} onLinkEnded={end} />}
    </LinkPage>
  )
}

type Props = { link: OpenLink; token: string; onLinkEnded: () => void }

function Invitation(props: Props) {
  const { state, name } = useSession()
  const logout = useLogout()
  const wasIn = useRef(state === 'in')
  // The button to log out is removed, so the focus moves on.
  useEffect(() => {
    if (state !== 'in' && wasIn.current) document.querySelector<HTMLElement>('h1')?.focus()
    wasIn.current = state === 'in'
  }, [state])
  if (state !== 'in') return <AccountForm {...props} />
  return (
    <div className="auth">
      <Notice title={`You are logged in as ${name}`}>
        The link creates an account for {props.link.email}. Log out to use it; it stays valid.
      </Notice>
      <div>
        <Button loading={logout.pending} onClick={() => void logout.start()}>
          Logout
        </Button>
      </div>
    </div>
  )
}

function AccountForm({ link, token, onLinkEnded }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useAccountForm(link.email)
  const [failure, setFailure] = useState<unknown>()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ email: _, ...account }: NewAccount) => call(acceptInvitation, { body: { ...account, token } }),
  })

  const create = async (): Promise<boolean> => {
    setFailure(undefined)
    if (!form.check()) return false
    try {
      await mutateAsync(accountOf(form))
    } catch (error) {
      if (error instanceof CallError && error.code === 'forbidden') onLinkEnded()
      else if (error instanceof CallError && error.code === 'email-taken')
        form.mark('email', messages.register.emailTakenInline)
      else if (!form.refuse(error)) setFailure(error)
      return false
    }
    const { has } = await beginSession(client)
    toastSuccess(messages.accounts.created)
    await router.navigate({ to: has('canViewData') ? paths.bugList : paths.home })
    return true
  }
  return (
    <div className="surface auth-card">
      <Form label="Your account" onSubmit={create}>
        {failure !== undefined && (
          <FailureNotice title="Nothing was created; what you typed is kept" {...explainError(failure)} />
        )}
        <AccountFields form={form} isEmailGiven />
        <FormActions>
          <Button type="submit" loading={isPending}>
            Create my account
          </Button>
          <SendShortcut verb="to create it" />
        </FormActions>
      </Form>
    </div>
  )
}
