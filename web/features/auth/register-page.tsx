import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AccountFields } from '#web/features/users/public.ts'
import { useRegistration } from './use-registration.ts'
import './auth.css'

export function RegisterPage() {
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
        <p className="auth-aside">
          Already have an account? <Link to={paths.login}>Login</Link>
        </p>
      </div>
    </Page>
  )
}
