import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Comment, editComment, maxCommentLength } from '#shared/comments/contract.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { keepComment } from './comment-cache.ts'
import { commentTooLong } from './comment-length.ts'

/**
 * The words of a comment while its author changes them. They stay in this tab until they are saved or discarded, and
 * so does the fact that they are being changed.
 */
export function useEditComment(bugId: string, { commentId, message }: Comment) {
  const client = useQueryClient()
  const [draft, setDraft] = useDraft(`edit of comment ${commentId}`)
  const [isOpenedHere, setIsOpenedHere] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  // An empty draft is none, but the text may be emptied: one character goes before it.
  const isOpen = draft !== ''
  const text = draft.slice(1)
  const isChanged = isOpen && text !== message

  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async () =>
      (await call(editComment, { params: { bugId, commentId }, body: { message: text } })).comment,
    onSuccess: (comment) => keepComment(client, bugId, comment),
  })

  function write(next: string) {
    setDraft(`=${next}`)
    setProblem(undefined)
  }

  function close() {
    setDraft('')
    setIsAsking(false)
    setProblem(undefined)
    reset()
  }

  /** False when the text can't be saved. */
  async function save(): Promise<boolean> {
    if (isPending) return true
    if (text.trim() === '') return refuse('A comment must not be empty. Deleting it is in its menu.')
    if (text.length > maxCommentLength) return refuse(commentTooLong)
    try {
      if (isChanged) {
        await mutateAsync()
        toastSuccess(messages.comment.updated)
      }
      close()
    } catch {
      toastError(messages.comment.updateFailed)
    }
    return true
  }

  function refuse(words: string): false {
    setProblem(words)
    return false
  }

  return {
    isOpen,
    /** It was opened by hand, and not found open after a reload. */
    isOpenedHere,
    text,
    problem,
    isSaving: isPending,
    failure: isPending ? null : error,
    /** The author wants to leave, and has to say whether the changes may go. */
    isAsking,
    open: () => {
      setIsOpenedHere(true)
      write(message)
    },
    write,
    save,
    cancel: () => (isChanged ? setIsAsking(true) : close()),
    discard: close,
    keepEditing: () => setIsAsking(false),
  }
}

export type CommentEdit = ReturnType<typeof useEditComment>
