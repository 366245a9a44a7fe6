import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CannedAnswer } from '#shared/chat/contract.ts'
import { maxAnswerTitleLength, maxMessageLength } from '#shared/chat/words.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { explainError } from '#web/lib/explain-error.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { useAnswerWrites } from './use-answer-writes.ts'

/** Shows the form of a new or existing canned answer. */
export function AnswerForm({ answer, onDone }: { answer: CannedAnswer | undefined; onDone: () => void }) {
  const [title, setTitle] = useState(answer?.title ?? '')
  const [message, setMessage] = useState(answer?.message ?? '')
  const [isChecked, setIsChecked] = useState(false)
  const { save } = useAnswerWrites()
  const titleError = title.trim() === '' && 'Title must not be empty'
  const messageError =
    message.trim() === '' ? 'Message must not be empty' : message.length > maxMessageLength && 'Message is too long'

  async function submit() {
    setIsChecked(true)
    if (titleError || messageError) return false
    await save.mutateAsync({ answerId: answer?._id, texts: { title: title.trim(), message } }).then(onDone, () => false)
    return true
  }
  return (
    <Form label="Canned answer" onSubmit={submit}>
      <TextInput
        label="Title"
        description="Finds it in the menu"
        autoComplete="off"
        maxLength={maxAnswerTitleLength}
        value={title}
        error={isChecked && titleError}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextArea
        label="Message"
        rows={4}
        limit={maxMessageLength}
        value={message}
        error={isChecked && messageError}
        onChange={setMessage}
      />
      {save.error && (
        <FailureNotice title="The answer was not saved; its texts are kept" {...explainError(save.error)} />
      )}
      <FormActions>
        <Button type="submit" loading={save.isPending}>
          Save answer
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
