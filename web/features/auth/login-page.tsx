import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { DemoHint } from './demo-hint.tsx'
import { useLoginForm } from './use-login-form.ts'
import { useLogout } from './use-logout.ts'
import './auth.css'

export function LoginPage() {
  const loggedIn = useSession().state === 'in'
  const { demo } = useSite()
  const { form, failure, pending, signIn } = useLoginForm()
  const logout = useLogout()
  const submit = useRef<HTMLButtonElement>(null)

  const fillIn = (email: string, password: string) => {
    form.setValues({ email, password })
    form.clearErrors()
    submit.current?.focus()
  }
  return (
    <Page title="Login" width="narrow" description="Log in to see, report and discuss bugs.">
      <div className="auth">
        <div className="surface auth-card">
          <Form label="Login" onSubmit={loggedIn ? () => undefined : signIn}>
            {loggedIn && <Notice>{messages.login.alreadyLoggedIn}</Notice>}
            {failure && <Notice tone="error">{failure}</Notice>}
            <TextInput
              {...form.getInputProps('email')}
              key={form.key('email')}
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              disabled={loggedIn}
            />
            <PasswordInput
              {...form.getInputProps('password')}
              key={form.key('password')}
              // The library's password input does not set this by itself.
              aria-invalid={Boolean(form.errors['password'])}
              label="Password"
              name="password"
              autoComplete="current-password"
              disabled={loggedIn}
            />
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
          <p className="auth-aside">
            No account yet? <Link to={paths.register}>Register</Link>
          </p>
        )}
      </div>
    </Page>
  )
}
