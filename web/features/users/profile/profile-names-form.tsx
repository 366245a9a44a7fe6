import { refusedField } from '#web/lib/forms/field-errors.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { nameLabels, NameFields, type Names } from '../name-fields.tsx'
import type { Me } from '../user-queries.ts'
import { useFocusOnOpening } from './use-focus-on-opening.ts'
import { useProfileUpdate } from './use-profile-update.ts'

/**
 * Shows the form for one's own names. They are sent only when all three are filled in; the specification shows no
 * message otherwise.
 */
export function ProfileNamesForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const { fullName, givenName, familyName } = me
  const form = useForm<Names>({ initial: { fullName, givenName, familyName }, labels: nameLabels })
  const { update, isPending, error } = useProfileUpdate()
  const box = useFocusOnOpening()

  async function submit(): Promise<boolean> {
    if (isPending || Object.values(form.values).some((name) => name.trim() === '')) return true
    const refused = await update(form.values)
    if (!refused) {
      onDone()
      return true
    }
    return !form.refuse(refused.failure)
  }

  return (
    <div ref={box} className="profile-form">
      <Form label="Edit profile" onSubmit={submit}>
        <NameFields field={form.field} isOwn />
        <p className="muted profile-hint">All three names are needed. The full name stands beside your bugs.</p>
        {error && !refusedField(error, nameLabels) && (
          <FailureNotice title="Nothing was changed; what you typed is kept" {...explainError(error)} />
        )}
        <FormActions>
          <Button type="submit" loading={isPending}>
            Update Profile
          </Button>
          <SendShortcut verb="to update" />
        </FormActions>
      </Form>
    </div>
  )
}
