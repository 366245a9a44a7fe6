import { Link } from '@tanstack/react-router'
import { signUp } from '#shared/accounts/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AccountFields } from '#web/features/users/public.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { useRegistration } from './use-registration.ts'
import './auth.css'

export function RegisterPage() {
  const { signUp: mode } = useSite()
  if (mode === 'open') return <Registration />
  return mode === 'domains' ? <SignUpByMail /> : <SignUpClosed isByInvitation={mode === 'invitation'} />
}

/** Says how one comes by an account where nobody can make their own. */
function SignUpClosed({ isByInvitation }: { isByInvitation: boolean }) {
  return (
    <Page
      title="Register"
      width="text"
      description={isByInvitation ? 'Accounts are by invitation here.' : 'Sign-up is closed here.'}
    >
      <div className="auth">
        <Notice>
          {isByInvitation
            ? 'Administrators invite people to this installation. Ask one of them for an invitation.'
            : 'Administrators make the accounts of this installation. Ask one of them for yours.'}
        </Notice>
        <ToLogin />
      </div>
    </Page>
  )
}

/** Has a link mailed to an address of a named domain, which creates the account: so its address is confirmed from the start. */
function SignUpByMail() {
  const { signUpDomains, sendsMail } = useSite()
  const domains = signUpDomains.map((domain) => `@${domain}`).join(' or ')
  const isOfDomains = (email: string) => signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  return (
    <Page title="Register" width="narrow" description={`For people whose address ends in ${domains}.`}>
      <div className="auth">
        {sendsMail ? (
          <AskForLink
            endpoint={signUp}
            label="Send the link"
            verb="to send"
            also={(email) => (isOfDomains(email) ? undefined : `Email must end in ${domains}.`)}
            sent={(email) => (
              <>
                A link to create your account is on its way to <b className="auth-email">{email}</b>. It works once, for
                a day.
              </>
            )}
          />
        ) : (
          <Notice>This installation sends no mail yet. Ask an administrator for an invitation.</Notice>
        )}
        <ToLogin />
      </div>
    </Page>
  )
}

function ToLogin() {
  return (
    <p className="auth-aside">
      Already have an account? <Link to={paths.login}>Login</Link>
    </p>
  )
}

function Registration() {
  const { form, failure, pending, register } = useRegistration()
  return (
    <Page title="Register" width="text" description="An account lets you see, report and discuss bugs.">
      <div className="auth">
        <div className="surface auth-card">
          <Form label="Register" onSubmit={register}>
            {failure && <Notice tone="error">{failure}</Notice>}
            <AccountFields form={form} />
            <FormActions>
              <Button type="submit" loading={pending}>
                Register
              </Button>
              <SendShortcut verb="to register" />
            </FormActions>
          </Form>
        </div>
        <ToLogin />
      </div>
    </Page>
  )
}
