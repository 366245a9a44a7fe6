import { AccountFields } from '#web/features/users/public.ts'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useFirstAdministrator } from './use-first-administrator.ts'
import './administrator-form.css'

export function AdministratorForm({ token, onLinkEnded }: { token: string; onLinkEnded: () => void }) {
  const { form, failure, pending, create } = useFirstAdministrator(token, onLinkEnded)
  return (
    <div className="surface administrator-form">
      <Form label="First administrator" onSubmit={create}>
        {failure && <Notice tone="error">{failure}</Notice>}
        <AccountFields form={form} />
        <FormActions>
          <Button type="submit" loading={pending}>
            Create administrator
          </Button>
          <SendShortcut verb="to create" />
        </FormActions>
      </Form>
    </div>
  )
}
