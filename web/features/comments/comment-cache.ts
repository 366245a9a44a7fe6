import type { QueryClient } from '@tanstack/react-query'
import type { Bug } from '#shared/bugs/contract.ts'
import type { Comment } from '#shared/comments/comment.ts'
import { bugKeys, bugQuery } from '#web/features/bugs/public.ts'
import { keepTimelineComment } from '#web/features/history/public.ts'

/**
 * Caches a comment that the server has stored: a new one at the end of its bug's timeline, a changed one in its place.
 */
export async function keepComment(
  client: QueryClient,
  bugId: string,
  comment: Comment,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const { queryKey } = bugQuery(bugId)
  // A read that began before the comment was stored must not overwrite it.
  await client.cancelQueries({ queryKey })
  if (isNew) client.setQueryData(queryKey, (bug) => bug && withOneMore(bug, comment))
  await keepTimelineComment(client, bugId, comment)
  void client.invalidateQueries({ queryKey })
  // Lists count comments, and searches find their words.
  void client.invalidateQueries({ queryKey: bugKeys.lists })
}

/** Internal comments are counted apart. */
function withOneMore(bug: Bug, { isInternal }: Comment): Bug {
  if (isInternal) return { ...bug, internalCommentCount: (bug.internalCommentCount ?? 0) + 1 }
  return { ...bug, commentCount: bug.commentCount + 1 }
}
