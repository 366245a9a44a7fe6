import { useEffect, useRef } from 'react'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { TextClashes } from '#web/features/conflicts/public.ts'
import { MarkdownField } from '#web/features/texts/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import type { CommentEdit } from './use-edit-comment.ts'

/** Replaces a comment while its author edits it. Escape closes it, and asks first if something would be lost. */
export function CommentEditor({ edit, isInternal }: { edit: CommentEdit; isInternal: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const { isOpenedHere } = edit
  useActions([
    {
      id: 'comment.cancel-edit',
      label: 'Stop editing the comment',
      group: 'Writing',
      keys: 'Escape',
      within: area,
      whileTyping: true,
      inPalette: false,
      run: edit.cancel,
    },
  ])
  useEffect(() => {
    if (!isOpenedHere || !box.current) return
    box.current.focus()
    box.current.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [isOpenedHere])

  return (
    <>
      <div ref={area} className="comment-editor not-printed">
        <Form label="Edit comment" onSubmit={edit.save}>
          <MarkdownField
            ref={box}
            label="Comment"
            rows={3}
            limit={maxCommentLength}
            value={edit.text}
            error={edit.problem}
            isInternal={isInternal}
            onChange={edit.write}
          />
          <DraftRestored isShown={edit.isRestored} onDiscard={edit.discard} />
          {edit.conflict && (
            <TextClashes
              conflict={edit.conflict}
              fields={{ message: { label: 'Comment', limit: maxCommentLength, text: edit.text } }}
              isAskedFor={edit.isDecisionMissed}
              takesFocus={edit.isClash}
              onDecide={(_field, choice, text) => edit.decide(choice, text)}
              onWrite={(_field, text) => edit.write(text)}
            />
          )}
          {edit.failure && (
            <FailureNotice title="The comment is as it was; what you typed is kept" {...explainError(edit.failure)} />
          )}
          <FormActions>
            <Button type="submit">Save</Button>
            <Button variant="default" onClick={edit.cancel}>
              Cancel
            </Button>
            <SendShortcut verb="to save" />
          </FormActions>
        </Form>
      </div>
      {edit.isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          confirm="Discard changes"
          cancel="Keep editing"
          isDanger
          onConfirm={edit.discard}
          onCancel={edit.keepEditing}
        >
          The comment then stays as it was.
        </ConfirmDialog>
      )}
    </>
  )
}
