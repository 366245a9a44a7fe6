import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/comments/contract.ts'
import { bugKeys, bugQuery } from '#web/features/bugs/public.ts'

/** Keeps a comment that the server has stored: a new one at the end of its bug, a changed one in its place. */
export async function keepComment(client: QueryClient, bugId: string, comment: Comment): Promise<void> {
  const { queryKey } = bugQuery(bugId)
  // A read that began before the comment was stored must not overwrite it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (bug) => {
    if (!bug) return bug
    const isNew = bug.comments.every((known) => known.commentId !== comment.commentId)
    const comments = isNew
      ? [...bug.comments, comment]
      : bug.comments.map((known) => (known.commentId === comment.commentId ? comment : known))
    return { ...bug, comments, commentCount: comments.length }
  })
  void client.invalidateQueries({ queryKey })
  // Lists count comments, and are searched by their words.
  void client.invalidateQueries({ queryKey: bugKeys.lists })
}
