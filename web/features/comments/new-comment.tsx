import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { MarkdownField } from '#web/features/texts/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { messages } from '#web/lib/messages.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { toastWarning } from '#web/ui/notices/toast.ts'
import { commentTooLong } from './comment-length.ts'
import { boxName } from './outgoing.ts'
import { useUnconfirmed } from './use-unconfirmed.ts'

/** Shows the box for a new comment. Sending empties it, and a failure restores the text. */
export function NewComment({ bugId, onSend }: { bugId: string; onSend: (message: string) => void }) {
  const [message, setMessage, { isRestored }] = useDraft(boxName(bugId))
  const [error, setError] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLDivElement>(null)
  useUnconfirmed(bugId, message)
  useActions([
    {
      id: 'comment.leave',
      label: 'Leave the new comment; its text is kept',
      group: 'Writing',
      keys: 'Escape',
      within: area,
      whileTyping: true,
      inPalette: false,
      run: () => {
        if (document.activeElement !== box.current) return false
        box.current?.blur()
        return true
      },
    },
  ])

  /** Sends the comment; returns false when that is impossible. */
  function submit(): boolean {
    if (message.trim() === '') {
      setError(messages.comment.empty)
      toastWarning(messages.comment.empty)
      return false
    }
    if (message.length > maxCommentLength) {
      setError(commentTooLong)
      return false
    }
    // In this order, so that the text is always stored somewhere.
    onSend(message)
    setMessage('')
    box.current?.focus()
    return true
  }

  return (
    <div ref={area} id="new-comment" className="new-comment not-printed">
      <Form label="Add a comment" onSubmit={submit}>
        <MarkdownField
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
        <DraftRestored isShown={isRestored} onDiscard={() => setMessage('')} />
        <FormActions>
          <Button type="submit">Submit</Button>
          <SendShortcut verb="to submit" />
        </FormActions>
      </Form>
    </div>
  )
}
