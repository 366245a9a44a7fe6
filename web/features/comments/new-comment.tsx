import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { TextArea } from '#web/features/bugs/public.ts'
import { messages } from '#web/lib/messages.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { Form, FormActions } from '#web/ui/form.tsx'
import { SendShortcut } from '#web/ui/kbd.tsx'
import { toastWarning } from '#web/ui/toast.ts'
import { commentTooLong } from './comment-length.ts'

/** The box for a new comment. It empties when the text goes out and has it back when that fails. */
export function NewComment({
  bugId,
  isSending,
  onSend,
}: {
  bugId: string
  isSending: boolean
  onSend: (message: string) => Promise<unknown>
}) {
  const [message, setMessage] = useDraft(`comment on ${bugId}`)
  const [error, setError] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)

  /** False when the text can't be sent. */
  function submit(): boolean {
    if (isSending) return true
    if (message.trim() === '') {
      setError(messages.comment.empty)
      toastWarning(messages.comment.empty)
      return false
    }
    if (message.length > maxCommentLength) {
      setError(commentTooLong)
      return false
    }
    setMessage('')
    onSend(message).catch(() => {
      // Whatever was typed meanwhile follows what was not sent.
      const since = box.current?.value ?? ''
      setMessage(since.trim() === '' ? message : `${message}\n\n${since}`)
    })
    box.current?.focus()
    return true
  }

  return (
    <div id="new-comment" className="new-comment not-printed">
      <Form label="Add a comment" onSubmit={submit}>
        <TextArea
          ref={box}
          label="New comment"
          rows={3}
          limit={maxCommentLength}
          value={message}
          error={error}
          onChange={(text) => {
            setMessage(text)
            setError(undefined)
          }}
        />
        <FormActions>
          <Button type="submit" aria-disabled={isSending || undefined}>
            Submit
          </Button>
          <SendShortcut verb="to submit" />
        </FormActions>
      </Form>
    </div>
  )
}
