import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { roleMatrixQuery } from '#web/features/roles/public.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { LinkToCopy } from '../link-to-copy.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import type { InvitationLink } from './use-invitations.ts'
import './add-user-page.css'

/** Invites somebody, and lists who has not come yet. */
export function AddUserPage() {
  const { signUp, sendsMail } = useSite()
  const roles = useQuery(roleMatrixQuery)
  const [link, setLink] = useState<InvitationLink>()
  const description = sendsMail
    ? 'They get a mail with a link, where they choose their name and password.'
    : 'You get a link for them, where they choose their name and password.'
  return (
    <Page
      title="Add a user"
      width="text"
      back={
        <Link to={paths.userList}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
      description={signUp !== 'closed' && description}
    >
      {signUp === 'closed' ? (
        <EmptyState icon={<IconLock size={28} stroke={1.5} />} title="Sign-up is closed here">
          Whoever runs the server adds accounts with <code className="mono">mothlight user add</code>. Holders of
          <i>Manage settings</i> can let you invite people here, in the <Link to={paths.settings}>settings</Link>.
        </EmptyState>
      ) : roles.isPending && roles.failureCount === 0 ? (
        <Loading label="Loading the roles">
          <Skeleton height="320px" radius="10px" />
        </Loading>
      ) : (
        <>
          <div className="surface add-user">
            <InviteForm onLink={setLink} />
            {link && (
              <div className="add-user-link">
                <LinkToCopy made={link} label={`Link for ${link.email}`} />
              </div>
            )}
          </div>
          <Invitations
            onLink={setLink}
            // It would still be handed over.
            onEnded={({ email }) => setLink((shown) => (shown?.email === email ? undefined : shown))}
          />
        </>
      )}
    </Page>
  )
}
