import { Link } from '@tanstack/react-router'
import { forgotPassword, linkMinutes } from '#shared/accounts/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AskForLink } from './ask-for-link.tsx'
import './auth.css'

/** Has a link mailed that sets a new password. */
export function ForgotPage() {
  const { sendsMail } = useSite()
  return (
    <Page
      title="Forgot your password?"
      width="narrow"
      description={sendsMail && 'A link to choose a new one comes by mail.'}
    >
      <div className="auth">
        {sendsMail ? (
          <AskForLink
            endpoint={forgotPassword}
            label="Send the link"
            verb="to send"
            sent={(email) => (
              <>
                If <b className="auth-email">{email}</b> belongs to an account, a link to choose a new password is on
                its way. It works once, for {linkMinutes.reset} minutes.
              </>
            )}
          />
        ) : (
          <Notice>
            This installation sends no mail. Ask an administrator: they can hand you a link to choose a new password.
          </Notice>
        )}
        <p className="auth-aside">
          Remembered it? <Link to={paths.login}>Login</Link>
        </p>
      </div>
    </Page>
  )
}
