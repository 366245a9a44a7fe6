import type { Bug } from '#shared/bugs/contract.ts'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { BugTextFields, bugTextLabels, type BugTextName, bugTextNames } from '#web/features/bugs/public.ts'
import { TextClashes } from '#web/features/conflicts/public.ts'
import { LeaveGuard } from '#web/features/site/public.ts'
import { messages } from '#web/lib/messages.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { CancelEdit } from './edit-cancel.tsx'
import { type EditWay, useEditForm } from './use-edit-form.ts'
import './edit-form.css'

/** The texts of a bug, to be changed. */
export function EditForm({ bug, way }: { bug: Bug; way: EditWay }) {
  const form = useEditForm(bug, way)
  return (
    <>
      <LeaveGuard isUnsaved={form.isChanged && !form.isKept} title="Leave without updating?" onDiscard={form.discard}>
        Your changes to this bug are not saved yet, and this browser does not keep them.
      </LeaveGuard>
      <Form label="Edit bug" onSubmit={form.submit}>
        <DraftRestored isShown={form.isRestored} onDiscard={form.discard} />
        <TextField
          label="Id"
          readOnly
          className="edit-id"
          value={bug._id}
          end={<CopyButton text={bug._id} label="Copy the bug's id" />}
        />
        <BugTextFields fields={form.fields} readOnly={form.isSending} />
        {form.hasEmptyField && <Notice tone="error" title={messages.report.emptyFields} />}
        {form.conflict && (
          <TextClashes
            conflict={form.conflict}
            fields={clashFields(form)}
            isAskedFor={form.isChecked}
            takesFocus={form.isClash}
            onDecide={(field, choice, text) => isBugText(field) && form.decide(field, choice, text)}
            onWrite={(field, text) => isBugText(field) && form.write(field, text)}
          />
        )}
        {form.failure && (
          <FailureNotice title="Your changes were not saved; they are kept here" failure={form.failure} />
        )}
        <FormActions>
          <Button type="submit" loading={form.isSending}>
            Update
          </Button>
          <CancelEdit bugId={bug._id} isChanged={form.isChanged} onDiscard={form.discard} />
          <SendShortcut verb="to update" />
        </FormActions>
      </Form>
    </>
  )
}

function clashFields({ fields }: Pick<ReturnType<typeof useEditForm>, 'fields'>) {
  const limit = (name: BugTextName) => (name === 'title' ? maxTitleLength : maxBodyLength)
  return Object.fromEntries(
    bugTextNames.map((name) => [name, { label: bugTextLabels[name], limit: limit(name), text: fields[name].value }]),
  )
}

function isBugText(field: string): field is BugTextName {
  return bugTextNames.some((name) => name === field)
}
