import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listBugs } from '#shared/bugs/contract.ts'
import { changeLabel, createLabel, deleteLabel, mergeLabel } from '#shared/labels/contract.ts'
import { type Label, type LabelTone, labelTones, maxLabelDescription, maxLabelName } from '#shared/labels/label.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Form, SubmitOrCancel } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { LabelDot } from './label-chip.tsx'
import { refreshLabels } from './label-queries.ts'

/** Writes a label, and reads again what shows it. */
function useLabelWrite<Input = void>(
  send: (input: Input) => Promise<unknown>,
  done: string,
  onClose: () => void,
  onRefused?: (failure: unknown) => void,
) {
  const client = useQueryClient()
  return useMutation<unknown, Error, Input>({
    mutationFn: send,
    onSuccess: () => {
      refreshLabels(client)
      toastSuccess(done)
      onClose()
    },
    ...(onRefused && { onError: onRefused }),
  })
}

/** Asks for what a label is called, its colour and what it is for. */
export function LabelDialog({ label, onClose }: { label?: Label; onClose: () => void }) {
  const title = label ? `Edit the label ${label.name}` : 'New label'
  const form = useForm({
    initial: { name: label?.name ?? '', description: label?.description ?? '', tone: label?.tone ?? 'grey' },
    labels: { name: 'Name', description: 'What it is for', tone: 'Colour' },
    schema: createLabel.body,
    words: { name: 'A label needs a name.' },
  })
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useLabelWrite(
    (body: typeof form.values) =>
      label ? call(changeLabel, { params: { labelId: label._id }, body }) : call(createLabel, { body }),
    label ? 'Label changed' : 'Label created',
    onClose,
    form.refuse,
  )

  function send() {
    if (!form.check()) return false
    if (!isPending) mutate({ ...form.values, name: form.values.name.trim() })
    return true
  }

  return (
    <Dialog title={title} initialFocus={field} onClose={onClose}>
      <Form label={title} onSubmit={send}>
        <TextField
          {...form.field('name')}
          ref={field}
          autoComplete="off"
          dir="auto"
          maxLength={maxLabelName}
          errorRole="alert"
        />
        <TextField {...form.field('description')} autoComplete="off" dir="auto" maxLength={maxLabelDescription} />
        <fieldset className="label-tones" role="radiogroup">
          <legend className="field-label">Colour</legend>
          {labelTones.map((tone) => (
            <label key={tone} className="label-tone">
              <input
                type="radio"
                name="tone"
                value={tone}
                checked={form.values.tone === tone}
                onChange={() => form.change({ tone: tone satisfies LabelTone })}
              />
              <LabelDot tone={tone} />
              {tone}
            </label>
          ))}
        </fieldset>
        {error && !isAboutField(error) && <FailureNotice title="The label was not saved" {...explainRefusal(error)} />}
        <SubmitOrCancel submit={label ? 'Save' : 'Create'} isSending={isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

const isAboutField = (error: unknown) => error instanceof CallError && error.field !== undefined

/** Asks which label the bugs of another one are to have. */
export function MergeLabelDialog({
  label,
  labels,
  onClose,
}: {
  label: Label
  labels: readonly Label[]
  onClose: () => void
}) {
  const others = labels.filter(({ _id }) => _id !== label._id)
  const [into, setInto] = useState(others[0]?._id ?? '')
  const { mutate, isPending, error } = useLabelWrite(
    () => call(mergeLabel, { params: { labelId: label._id }, body: { into } }),
    'Labels merged',
    onClose,
  )
  const title = `Merge the label ${label.name}`
  const send = () => {
    if (!isPending) mutate()
    return true
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form label={title} onSubmit={send}>
        <p>
          <BugsWith label={label} /> will have the other label instead, and “{label.name}” will be gone. This can’t be
          taken back.
        </p>
        <SelectField
          label="Merge into"
          value={into}
          onChange={(event) => setInto(event.currentTarget.value)}
          options={others.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
        {error && <FailureNotice title="The labels were not merged" {...explainRefusal(error)} />}
        <SubmitOrCancel submit="Merge" isSending={isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Asks before a label is deleted. */
export function DeleteLabelDialog({ label, onClose }: { label: Label; onClose: () => void }) {
  const { mutate, isPending, error } = useLabelWrite(
    () => call(deleteLabel, { params: { labelId: label._id } }),
    'Label deleted',
    onClose,
  )
  return (
    <ConfirmDialog
      title={`Delete the label “${label.name}”?`}
      confirm="Delete"
      isDanger
      isPending={isPending}
      notice={error && <FailureNotice title="The label was not deleted" {...explainRefusal(error)} />}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <BugsWith label={label} /> will lose it. This can’t be taken back; merging it into another label keeps them
      together.
    </ConfirmDialog>
  )
}

/** How many bugs have a label, as the reader finds them. */
function BugsWith({ label }: { label: Label }) {
  const { data } = useQuery({
    queryKey: ['labels', label._id, 'bugs'],
    queryFn: async ({ signal }) =>
      (await call(listBugs, { query: { label: label.name, pageSize: '1' }, signal })).pagination.totalCount,
  })
  if (data === undefined) return 'Its bugs'
  return data === 1 ? 'The one bug that has it' : `${data} bugs that have it`
}
