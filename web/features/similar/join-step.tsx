import { useEffect, useRef, useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { useJoin } from '#web/features/following/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'

/** Asks whether to join a bug instead of reporting it again, and for a note about differences. */
export function JoinStep({
  bugId,
  description,
  onJoined,
  onCancel,
}: {
  bugId: string
  /** The description so far, offered as the note. */
  description: string
  onJoined: (bug: Bug) => void
  onCancel: () => void
}) {
  const [note, setNote] = useState('')
  const { join, isPending, failure } = useJoin(bugId, onJoined)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const isOffered = description.trim() !== '' && !note.includes(description)

  function takeOver() {
    setNote(note.trim() === '' ? description : `${note}\n\n${description}`)
    box.current?.focus()
  }

  return (
    <Form
      label="Join this bug"
      onSubmit={() => {
        if (note.length > maxCommentLength) return false
        join(note)
        return true
      }}
    >
      <p className="similar-join-words">
        You are counted as affected, follow this bug and get its notifications. What you have written here is put aside.
      </p>
      <TextArea
        ref={box}
        label="What is different for you?"
        description="Optional. Becomes a comment there"
        rows={2}
        limit={maxCommentLength}
        value={note}
        error={note.length > maxCommentLength && 'This is too long for a comment.'}
        readOnly={isPending}
        onChange={setNote}
      />
      {isOffered && <QuietButton onClick={takeOver}>Take over your description</QuietButton>}
      {failure && <FailureNotice title="You did not join; all texts are kept" {...explainError(failure)} />}
      <FormActions>
        <Button type="submit" size="xs" loading={isPending}>
          Join this bug
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
