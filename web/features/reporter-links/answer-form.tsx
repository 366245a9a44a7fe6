import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { answerReport } from '#shared/reporter-links/contract.ts'
import { MarkdownField } from '#web/features/texts/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { reportQuery } from './report-query.ts'

/** Shows the field in which a reporter answers, with files. What is typed is kept until it is sent. */
export function AnswerForm({ token, onEnded }: { token: string; onEnded: () => void }) {
  const client = useQueryClient()
  const [message, setMessage, { isRestored }] = useDraft(`report ${token.split('.')[0]}`)
  const [wrong, setWrong] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  // The key stays with its text, so that sending it again can't say it twice.
  const key = useRef(randomUuid())
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () =>
      call(answerReport, { params: { token }, body: { message }, headers: { 'idempotency-key': key.current } }),
    onSuccess: async () => {
      setMessage('')
      key.current = randomUuid()
      toastSuccess('Your answer is with the team')
      await client.invalidateQueries({ queryKey: reportQuery(token).queryKey })
      box.current?.focus()
    },
    onError: (failure) => {
      if (failure instanceof CallError && failure.code === 'not-found') onEnded()
    },
  })

  function submit(): boolean | Promise<boolean> {
    if (message.trim() === '') setWrong('Write something first')
    else if (message.length > maxCommentLength) setWrong('This is more text than an answer can have')
    else
      return mutateAsync().then(
        () => true,
        () => true,
      )
    return false
  }

  return (
    <Form label="Answer" onSubmit={submit}>
      <MarkdownField
        ref={box}
        label="Your answer"
        rows={4}
        limit={maxCommentLength}
        value={message}
        error={wrong}
        readOnly={isPending}
        onChange={(text) => {
          setMessage(text)
          setWrong(undefined)
          key.current = randomUuid()
        }}
      />
      {error && !isPending && (
        <FailureNotice title="Your answer was not sent; it is kept here" {...explainError(error)} />
      )}
      <DraftRestored isShown={isRestored} onDiscard={() => setMessage('')} />
      <FormActions>
        <Button type="submit" loading={isPending}>
          Send answer
        </Button>
        <SendShortcut verb="to send" />
      </FormActions>
    </Form>
  )
}
