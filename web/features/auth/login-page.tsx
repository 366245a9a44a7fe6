import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { takesSignUps } from '#shared/site/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { DemoHint } from './demo-hint.tsx'
import { useReturnState } from './return-state.ts'
import { useLoginForm } from './use-login-form.ts'
import { useLogout } from './use-logout.ts'
import './auth.css'

export function LoginPage() {
  const loggedIn = useSession().state === 'in'
  const site = useSite()
  const { demo } = site
  const { form, failure, pending, signIn } = useLoginForm()
  const logout = useLogout()
  const returnState = useReturnState()
  const submit = useRef<HTMLButtonElement>(null)

  const fillIn = (email: string, password: string) => {
    form.change({ email, password })
    submit.current?.focus()
  }
  return (
    <Page title="Login" width="narrow" description="Log in to see, report and discuss bugs.">
      <div className="auth">
        <div className="surface auth-card">
          <Form label="Login" onSubmit={loggedIn ? () => undefined : signIn}>
            {loggedIn && <Notice>{messages.login.alreadyLoggedIn}</Notice>}
            {failure && <Notice tone="error">{failure}</Notice>}
            <TextField
              {...form.field('email')}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              disabled={loggedIn}
            />
            <PasswordField {...form.field('password')} autoComplete="current-password" disabled={loggedIn} />
            <FormActions>
              {loggedIn ? (
                <Button type="button" loading={logout.pending} onClick={() => void logout.start()}>
                  Logout
                </Button>
              ) : (
                <>
                  <Button ref={submit} type="submit" loading={pending}>
                    Sign In
                  </Button>
                  <SendShortcut verb="to sign in" />
                </>
              )}
            </FormActions>
          </Form>
        </div>
        {demo && !loggedIn && (
          <DemoHint email={demo.email} password={demo.password} onUse={() => fillIn(demo.email, demo.password)} />
        )}
        {!loggedIn && (
          <div className="auth-asides">
            <p className="auth-aside">
              <Link to={paths.forgotPassword}>Forgot your password?</Link>
            </p>
            <p className="auth-aside">
              No account yet?{' '}
              {takesSignUps(site) ? (
                <Link to={paths.register} state={returnState}>
                  Register
                </Link>
              ) : (
                'Ask an administrator for one.'
              )}
            </p>
          </div>
        )}
      </div>
    </Page>
  )
}
