import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { LeaveGuard } from '#web/features/site/public.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Form, FormActions } from '#web/ui/form.tsx'
import { SendShortcut } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BugTextFields } from './bug-text-fields.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { type EditWay, useEditForm } from './use-edit-form.ts'
import './edit-form.css'

/** The texts of a bug, to be changed. */
export function EditForm({ bug, way }: { bug: Bug; way: EditWay }) {
  const form = useEditForm(bug, way)
  return (
    <>
      <LeaveGuard isUnsaved={form.isChanged} title="Leave without updating?" isKeptOverLogin onDiscard={form.startOver}>
        Your changes to this bug are not saved yet.
      </LeaveGuard>
      <Form label="Edit bug" onSubmit={form.submit}>
        {form.isRestored && (
          <Notice title="Your unsaved changes are back">
            <p>They were kept in this tab.</p>
            <Button size="xs" variant="default" className="edit-start-over" onClick={form.startOver}>
              Start over
            </Button>
          </Notice>
        )}
        <TextInput
          label="Id"
          readOnly
          className="edit-id"
          value={bug._id}
          rightSection={<CopyButton text={bug._id} label="Copy the bug's id" />}
        />
        <BugTextFields fields={form.fields} readOnly={form.isSending} />
        {form.hasEmptyField && <Notice tone="error" title={messages.report.emptyFields} />}
        <EditConflict names={form.overtaken} saved={bug} onTakeTheirs={form.takeTheirs} />
        {form.failure && (
          <FailureNotice title="Your changes were not saved; they are kept here" failure={form.failure} />
        )}
        <FormActions>
          <Button type="submit" loading={form.isSending}>
            Update
          </Button>
          <Button component={Link} to={paths.viewBug(bug._id)} variant="subtle" color="gray">
            Cancel
          </Button>
          <SendShortcut verb="to update" />
        </FormActions>
      </Form>
    </>
  )
}
