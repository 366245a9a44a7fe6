import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Comment } from '#shared/comments/comment.ts'
import { editComment } from '#shared/comments/contract.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import {
  afterConflict,
  type ClashChoice,
  decided,
  draftedTexts,
  followed,
  hasChanges,
  newDraft,
  parseTextDraft,
  type Saved,
  type TextDraft,
  undecided,
  withText,
} from '#web/features/conflicts/public.ts'
import { conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { keepComment } from './comment-cache.ts'
import { commentError } from './comment-error.ts'

type Edited = Saved<'message'>

/**
 * Manages the editing of a comment. The text, and the fact that it is being edited, are kept until it is saved or
 * discarded. The page shows a new text at once; when the server refuses it, editing continues.
 */
export function useEditComment(bugId: string, comment: Comment) {
  const { commentId, message, version } = comment
  const client = useQueryClient()
  const [json, setJson, { isRestored }] = useDraft(`edit of comment ${commentId}`)
  const [isOpenedHere, setIsOpenedHere] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isDecisionMissed, setIsDecisionMissed] = useState(false)
  const saved: Edited = useMemo(() => ({ version, texts: { message } }), [version, message])
  const draft = useMemo(() => parseTextDraft(json), [json])
  const text = draft ? draftedTexts(saved, draft).message : message
  const isChanged = draft !== undefined && hasChanges(saved, draft)
  const keep = (next: TextDraft) => setJson(JSON.stringify(next))

  const mutationKey = ['edit comment', commentId]
  const { mutate, error, reset } = useMutation({
    mutationKey,
    mutationFn: async (body: { message: string; baseVersion: number }) =>
      (await call(editComment, { params: { bugId, commentId }, body })).comment,
    onSuccess: async (edited, sent) => {
      await keepComment(client, bugId, edited, { isNew: false })
      close()
      const isMerged = edited.message !== sent.message
      toastSuccess(
        messages.comment.updated,
        undefined,
        isMerged ? 'Merged with your changes from elsewhere.' : undefined,
      )
    },
    onError: (failure, sent) => {
      void client.invalidateQueries({ queryKey: bugKeys.history(bugId) })
      const conflict = conflictOf(failure)
      const theirs = conflict?.clashes[0]?.theirs
      if (conflict && theirs !== undefined) {
        keep(
          afterConflict({ version: conflict.version, texts: { message: theirs } }, { message: sent.message }, conflict),
        )
      } else toastFailure(messages.comment.updateFailed, referenceOf(failure), explainError(failure).explanation)
    },
  })
  const [onItsWay] = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { message: string }).message,
  })
  const isSaving = onItsWay !== undefined

  function close() {
    setJson('')
    setIsAsking(false)
    setProblem(undefined)
    setIsDecisionMissed(false)
    reset()
  }

  /** Saves; returns false when the text is invalid. */
  function save(): boolean {
    if (!draft || isSaving) return true
    if (undecided(draft).length > 0) {
      setIsDecisionMissed(true)
      return false
    }
    const wrong = text.trim() === '' ? 'A comment must not be empty. Deleting it is in its menu.' : commentError(text)
    if (wrong !== undefined) return refuse(wrong)
    if (isChanged) mutate({ message: text, baseVersion: followed(saved, draft).version })
    else close()
    return true
  }

  function refuse(words: string): false {
    setProblem(words)
    return false
  }

  return {
    isOpen: draft !== undefined && !isSaving,
    /** It was opened by hand, not restored after a reload. */
    isOpenedHere,
    isRestored: isRestored && isChanged && !error,
    isSaving,
    /** The comment with the text that is being saved. */
    shown: onItsWay === undefined ? comment : { ...comment, message: onItsWay },
    text,
    problem,
    conflict: draft?.conflict,
    /** The conflict is new. */
    isClash: conflictOf(error) !== undefined,
    /** Saving was tried before the conflict was resolved. */
    isDecisionMissed,
    failure: isSaving || conflictOf(error) ? null : error,
    /** The author wants to leave, and has to confirm that the changes are discarded. */
    isAsking,
    open: () => {
      if (isSaving) return
      setIsOpenedHere(true)
      keep(draft ?? newDraft(saved))
    },
    write: (next: string) => {
      setProblem(undefined)
      keep(withText(saved, draft ?? newDraft(saved), 'message', next))
    },
    decide: (choice: ClashChoice, next: string) => draft && keep(decided(saved, draft, 'message', choice, next)),
    save,
    cancel: () => (isChanged ? setIsAsking(true) : close()),
    discard: close,
    keepEditing: () => setIsAsking(false),
  }
}

export type CommentEdit = ReturnType<typeof useEditComment>
