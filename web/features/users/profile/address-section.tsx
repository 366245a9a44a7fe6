import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { askToConfirmEmail, changeEmail } from '#shared/accounts/contract.ts'
import { maxEmailLength, maxPasswordLength } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { messages } from '#web/lib/messages.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import type { Me } from '../user-queries.ts'
import { useFocusOnOpening } from './use-focus-on-opening.ts'

/** Says whether mail to one's address arrives, and has it confirmed or changed. */
export function AddressSection({ me }: { me: Me }) {
  const { sendsMail } = useSite()
  const [isChanging, setIsChanging] = useState(false)
  /** To which address a link is on its way. */
  const [mailedTo, setMailedTo] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(askToConfirmEmail),
    onSuccess: () => {
      setMailedTo(me.email)
      toastSuccess(messages.accounts.addressMailed)
    },
    onError: (failure) =>
      toastFailure(messages.accounts.addressFailed, referenceOf(failure), explainError(failure).explanation),
  })
  const close = () => {
    setIsChanging(false)
    opener.current?.focus()
  }
  return (
    <section className="surface profile" aria-labelledby="address-heading">
      <div className="address-head">
        <h2 id="address-heading" className="preferences-heading">
          Email address
        </h2>
        <Badge tone={me.isEmailConfirmed ? 'green' : 'grey'} outline={!me.isEmailConfirmed}>
          {me.isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      </div>
      {sendsMail ? (
        <>
          {!me.isEmailConfirmed && (
            <p className="muted profile-hint">
              Until you confirm it, nothing but links that you ask for is sent there.
            </p>
          )}
          <div className="profile-actions address-actions">
            {!me.isEmailConfirmed && (
              <Button variant="default" loading={isPending} onClick={() => mutate()}>
                Confirm this address
              </Button>
            )}
            <Button ref={opener} variant="default" onClick={() => (isChanging ? close() : setIsChanging(true))}>
              {isChanging ? 'Cancel address change' : 'Change address'}
            </Button>
          </div>
        </>
      ) : (
        <p className="muted profile-hint">
          This installation sends no mail, so an address can’t be confirmed or changed.
        </p>
      )}
      {mailedTo !== undefined && !isChanging && (
        <div className="address-note">
          <Notice tone="success">
            A link is on its way to <b>{mailedTo}</b>. It works once, for a day.
            {mailedTo !== me.email && ' Until you open it, you log in with the old address.'}
          </Notice>
        </div>
      )}
      {isChanging && (
        <AddressForm
          onSent={(email) => {
            setMailedTo(email)
            close()
          }}
        />
      )}
    </section>
  )
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    initial: { email: '', currentPassword: '' },
    labels: { email: 'New Email', currentPassword: 'Current Password' },
    schema: changeEmail.body,
  })
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: ({ email, currentPassword }: typeof form.values) =>
      call(changeEmail, { body: { email, ...(currentPassword !== '' && { currentPassword }) } }),
  })
  const box = useFocusOnOpening()

  async function send(): Promise<boolean> {
    if (isPending) return true
    if (!form.check()) return false
    try {
      await mutateAsync(form.values)
      toastSuccess(messages.accounts.addressMailed)
      onSent(form.values.email.trim())
      return true
    } catch (failure) {
      const isMarked = form.refuse(failure)
      if (!isMarked) toastFailure(messages.accounts.addressFailed, referenceOf(failure))
      return !isMarked
    }
  }
  return (
    <div ref={box} className="profile-form">
      <Form label="Change address" onSubmit={send}>
        <TextField
          {...form.field('email')}
          type="email"
          description={form.errors.email ? undefined : 'A link goes there. Your old address counts until you open it.'}
          descriptionBelow
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxEmailLength}
        />
        <PasswordField
          {...form.field('currentPassword')}
          description={form.errors.currentPassword ? undefined : 'Not needed soon after a login'}
          descriptionBelow
          autoComplete="current-password"
          maxLength={maxPasswordLength}
        />
        {error && !isPending && !form.isAbout(error) && (
          <FailureNotice title="Your address is still the old one" {...explainRefusal(error)} />
        )}
        <FormActions>
          <Button type="submit" loading={isPending}>
            Send the link
          </Button>
          <SendShortcut verb="to send" />
        </FormActions>
      </Form>
    </div>
  )
}
