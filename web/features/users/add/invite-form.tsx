import { type KeyboardEvent, useState } from 'react'
import { inviteUser } from '#shared/accounts/contract.ts'
import { splitAddresses, type TypedAddress } from '#shared/accounts/split-addresses.ts'
import { newAccountRole } from '#shared/roles/words.ts'
import type { User } from '#shared/users/contract.ts'
import { LeaveGuard } from '#web/features/site/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { fieldErrors, type FieldErrors } from '#web/lib/forms/field-errors.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { messages } from '#web/lib/messages.ts'
import { useSite } from '#web/lib/session/site.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { RolePicker } from '../edit/role-picker.tsx'
import { HolderLink, holderOf } from './account-holder.tsx'
import { InviteAnswers } from './invite-answers.tsx'
import { type InvitationLink, useInvite } from './use-invitations.ts'
import { isInvited, useInviteMany } from './use-invite-many.ts'

/** How many people are invited in one go. */
const maxAtOnce = 50
const labels = { email: 'Email', role: 'Roles' }

/** Invites one person, or several whose addresses are typed or pasted together. */
export function InviteForm({ onLink }: { onLink: (link: InvitationLink | undefined) => void }) {
  const { sendsMail } = useSite()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const form = useForm({ initial: { email: '', role: [newAccountRole] as string[] }, labels, also: mistakesIn })
  const { mutateAsync, isPending, error } = useInvite(sendsMail)
  const many = useInviteMany(sendsMail)
  const [holder, setHolder] = useState<User>()
  const isBusy = isPending || many.isSending

  const send = async (): Promise<boolean> => {
    if (isBusy) return true
    many.clear()
    setHolder(undefined)
    if (!form.check()) return false
    const people = splitAddresses(form.values.email)
    return people.length > 1 ? sendMany(people) : sendOne(people[0]?.address ?? '')
  }

  async function sendOne(email: string): Promise<boolean> {
    try {
      const { link } = await mutateAsync({ email, role: form.values.role })
      onLink(link)
      if (sendsMail || link) toastSuccess(sendsMail ? messages.accounts.invited : messages.accounts.linkMade)
      form.change({ email: '' })
      return true
    } catch (failure) {
      const isMarked = form.refuse(failure)
      setHolder(holderOf(failure))
      toastFailure(messages.accounts.inviteFailed, referenceOf(failure))
      if (isForbidden(failure) && !isMarked) void recheckRights()
      return !isMarked
    }
  }

  async function sendMany(people: readonly TypedAddress[]): Promise<boolean> {
    onLink(undefined)
    const answers = await many.send(people, form.values.role)
    if (!answers) return true
    const left = answers.filter((one) => !isInvited(one))
    form.change({ email: left.map(({ person }) => person.typed).join('\n') })
    const what = sendsMail ? 'Invitations Sent!' : 'Links Made!'
    if (left.length === 0) {
      toastSuccess(`${answers.length} ${what}`)
      return true
    }
    const kept = 'The others are still in the field, each with the reason below.'
    toastWarning(`${answers.length - left.length} of ${answers.length} ${what}`, undefined, kept)
    const ofRole = left.find(({ failure }) => failure instanceof CallError && failure.field === 'role')
    if (ofRole) form.refuse(ofRole.failure)
    else form.mark('email', 'Not invited yet: the reasons are below.')
    if (!ofRole && left.some(({ failure }) => isForbidden(failure))) void recheckRights()
    return false
  }

  const problem = form.errors.email
  return (
    <Form label="Add a user" onSubmit={send}>
      <TextArea
        label={labels.email}
        description="Several at once: separated by commas, semicolons or lines, also as Ann <ann@example.org>"
        name="email"
        rows={1}
        limit={maxAtOnce * 320}
        value={form.values.email}
        error={
          problem && holder ? (
            <>
              {problem} It is <HolderLink holder={holder} />
              {`, ${rolesInWords(holder.role)}${holder.isDeactivated ? ', deactivated' : ''}.`}
            </>
          ) : (
            problem
          )
        }
        onChange={(email) => form.change({ email })}
        onKeyDown={sendByEnter}
        readOnly={isBusy}
        autoComplete="off"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
      />
      <RolePicker value={form.values.role} error={form.errors.role} onChange={(role) => form.change({ role })} />
      {error && !isPending && many.answers.length === 0 && !form.isAbout(error) && (
        <FailureNotice title="Nobody was invited; what you typed is kept" {...explainRefusal(error)} />
      )}
      <FormActions>
        <Button type="submit" loading={isBusy}>
          {sendsMail ? 'Send invitation' : 'Make a link'}
        </Button>
        <SendShortcut verb={sendsMail ? 'to send' : 'to make it'} />
      </FormActions>
      {many.answers.length > 0 && <InviteAnswers answers={many.answers} isSending={many.isSending} />}
      <LeaveGuard
        isUnsaved={form.values.email !== '' && many.answers.some((one) => !isInvited(one))}
        title="Leave before everybody is invited?"
      >
        The addresses that are still in the field would be lost.
      </LeaveGuard>
    </Form>
  )
}

/** Returns what is wrong before anything is sent. Several addresses are judged one by one, when they are sent. */
function mistakesIn({ email, role }: { email: string; role: string[] }): FieldErrors<'email' | 'role'> {
  const people = splitAddresses(email)
  if (people.length > maxAtOnce)
    return { email: `At most ${maxAtOnce} addresses at once; these are ${people.length}. Nobody was invited yet.` }
  return people.length > 1 ? {} : fieldErrors(inviteUser.body, { email: people[0]?.address ?? '', role }, labels)
}

const isForbidden = (failure: unknown) => failure instanceof CallError && failure.code === 'forbidden'

const rolesInWords = (roles: readonly string[]) => (roles.length === 0 ? 'without roles' : roles.join(', '))

/** One address is typed as in a field of one line; Shift+Enter begins another line. */
function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return
  event.preventDefault()
  currentTarget.form?.requestSubmit()
}
