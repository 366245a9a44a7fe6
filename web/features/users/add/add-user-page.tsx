import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { inviteUser } from '#shared/accounts/contract.ts'
import { newAccountRole } from '#shared/roles/words.ts'
import { maxEmailLength } from '#shared/users/contract.ts'
import { roleMatrixQuery } from '#web/features/roles/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { RolePicker } from '../edit/role-picker.tsx'
import { LinkToCopy } from '../link-to-copy.tsx'
import { Invitations } from './invitations.tsx'
import { type InvitationLink, useInvite } from './use-invitations.ts'
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
          Whoever runs the server adds accounts with <code className="mono">mothlight user add</code>, or sets
          SIGN_UP=invitation, so that you can invite people here.
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

function InviteForm({ onLink }: { onLink: (link: InvitationLink | undefined) => void }) {
  const { sendsMail } = useSite()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const form = useForm({
    initial: { email: '', role: [newAccountRole] as string[] },
    labels: { email: 'Email', role: 'Roles' },
    schema: inviteUser.body,
  })
  const { mutateAsync, isPending, error } = useInvite(sendsMail)

  const send = async (): Promise<boolean> => {
    if (isPending) return true
    if (!form.check()) return false
    try {
      const made = await mutateAsync({ ...form.values, email: form.values.email.trim() })
      onLink(made)
      if (sendsMail || made) toastSuccess(sendsMail ? messages.accounts.invited : messages.accounts.linkMade)
      form.change({ email: '' })
      return true
    } catch (failure) {
      const isMarked = form.refuse(failure)
      toastFailure(messages.accounts.inviteFailed, referenceOf(failure))
      if (failure instanceof CallError && failure.code === 'forbidden' && !isMarked) void recheckRights()
      return !isMarked
    }
  }
  return (
    <Form label="Add a user" onSubmit={send}>
      <TextField
        {...form.field('email')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxEmailLength}
      />
      <RolePicker value={form.values.role} error={form.errors.role} onChange={(role) => form.change({ role })} />
      {error && !isPending && !form.isAbout(error) && (
        <FailureNotice title="Nobody was invited; what you typed is kept" {...explainRefusal(error)} />
      )}
      <FormActions>
        <Button type="submit" loading={isPending}>
          {sendsMail ? 'Send invitation' : 'Make a link'}
        </Button>
        <SendShortcut verb={sendsMail ? 'to send' : 'to make it'} />
      </FormActions>
    </Form>
  )
}
