import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/comments/comment.ts'
import type { TimelineFilter } from '#shared/history/contract.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import { type Timeline, withComment } from './timeline-pages.ts'
import { timelineKeys } from './timeline-queries.ts'

const withComments: readonly TimelineFilter[] = ['all', 'comments']

/**
 * Keeps a comment that the server has stored in the timelines of its bug: a new one at the end, a changed one in its
 * place. What else happened, such as the entry of an edit, comes with the reading that follows by itself.
 */
export async function keepTimelineComment(client: QueryClient, bugId: string, comment: Comment): Promise<void> {
  const queryKey = bugKeys.history(bugId)
  // A reading that began before the comment was stored must not overwrite it.
  await client.cancelQueries({ queryKey })
  for (const filter of withComments) {
    client.setQueryData<Timeline>(timelineKeys.list(bugId, filter), (known) => known && withComment(known, comment))
  }
  void client.invalidateQueries({ queryKey })
}

/** Whether all cached timelines of a bug that could tell of this entry reach that far. */
export function knowsEntry(client: QueryClient, bugId: string, entryId: string): boolean {
  const lists = client.getQueriesData<Timeline>({ queryKey: timelineKeys.lists(bugId), type: 'active' })
  return lists.length > 0 && lists.every(([, known]) => Number(known?.entries.at(-1)?._id) >= Number(entryId))
}
