import { useMutation } from '@tanstack/react-query'
import { makeResetLink } from '#shared/accounts/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { LinkToCopy } from '../link-to-copy.tsx'
import './activation-section.css'

/** Makes a link by which another person chooses a new password, for those who can't get one by mail. */
export function ResetLinkSection({ user }: { user: User }) {
  const isMe = useSession().userId === user._id
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => call(makeResetLink, { params: { userId: user._id } }),
  })
  if (!user.abilities.edit || isMe || user.isDeactivated) return null
  return (
    <section className="surface activation" aria-labelledby="reset-link-heading">
      <div className="activation-words">
        <h2 id="reset-link-heading">Forgotten password</h2>
        <p className="muted">
          A link lets <bdi>{user.fullName}</bdi> choose a new password. Hand it over yourself where mail doesn’t reach
          them.
        </p>
      </div>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Make a link
      </Button>
      {error && !isPending && (
        <div className="activation-whole">
          <FailureNotice title="No link was made" {...explainRefusal(error)} />
        </div>
      )}
      {data && !isPending && (
        <div className="activation-whole">
          <LinkToCopy made={data} label="Link to choose a password" />
        </div>
      )}
    </section>
  )
}
