import { type CannedAnswer, createAnswer } from '#shared/chat/contract.ts'
import { maxAnswerTitleLength, maxMessageLength } from '#shared/chat/words.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { explainError } from '#web/lib/explain-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, SubmitOrCancel } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useAnswerWrites } from './use-answer-writes.ts'

/** Shows the form of a new or existing canned answer. */
export function AnswerForm({ answer, onDone }: { answer: CannedAnswer | undefined; onDone: () => void }) {
  const form = useForm({
    initial: { title: answer?.title ?? '', message: answer?.message ?? '' },
    labels: { title: 'Title', message: 'Message' },
    schema: createAnswer.body,
  })
  const { save } = useAnswerWrites()

  async function submit() {
    if (!form.check()) return false
    const { title, message } = form.values
    await save.mutateAsync({ answerId: answer?._id, texts: { title: title.trim(), message } }).then(onDone, () => false)
    return true
  }
  return (
    <Form label="Canned answer" onSubmit={submit}>
      <TextField
        {...form.field('title')}
        dir="auto"
        description="Finds it in the menu"
        autoComplete="off"
        maxLength={maxAnswerTitleLength}
      />
      <TextArea
        label="Message"
        rows={4}
        limit={maxMessageLength}
        value={form.values.message}
        error={form.errors.message}
        onChange={(message) => form.change({ message })}
      />
      {save.error && (
        <FailureNotice title="The answer was not saved; its texts are kept" {...explainError(save.error)} />
      )}
      <SubmitOrCancel submit="Save answer" isSending={save.isPending} onCancel={onDone} />
    </Form>
  )
}
