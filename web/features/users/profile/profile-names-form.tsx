import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { explainError } from '#web/lib/explain-error.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { NameFields, type Names } from '../name-fields.tsx'
import { refusedField } from '../refused-field.ts'
import type { Me } from '../user-queries.ts'
import { useFocusOnOpening } from './use-focus-on-opening.ts'
import { useProfileUpdate } from './use-profile-update.ts'

const labels = { fullName: 'Full Name', givenName: 'Given Name', familyName: 'Family Name' } as const

/**
 * Shows the form for one's own names. They are sent only when all three are filled in; the specification shows no
 * message otherwise.
 */
export function ProfileNamesForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const { fullName, givenName, familyName } = me
  const form = useForm<Names>({ initialValues: { fullName, givenName, familyName } })
  const { update, isPending, error } = useProfileUpdate()
  const box = useFocusOnOpening()

  async function submit(): Promise<boolean> {
    if (isPending || Object.values(form.values).some((name) => name.trim() === '')) return true
    const refused = await update(form.values)
    if (!refused) {
      onDone()
      return true
    }
    const problem = refusedField(refused.failure, labels)
    if (problem) form.setFieldError(problem.field, problem.problem)
    return problem === undefined
  }

  return (
    <div ref={box} className="profile-form">
      <Form label="Edit profile" onSubmit={submit}>
        <NameFields field={(name) => form.getInputProps(name)} isOwn />
        <p className="muted profile-hint">All three names are needed. The full name stands beside your bugs.</p>
        {error && !refusedField(error, labels) && (
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
