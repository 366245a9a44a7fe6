import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Attachment, listAttachments, listBugAttachments } from '#shared/attachments/contract.ts'
import { maxAttachmentsAsked } from '#shared/attachments/words.ts'
import { batched } from '#web/lib/batched.ts'
import { call } from '#web/lib/call.ts'

/** A page may show many attachments, which are requested together. */
const findAttachment = batched<string, Attachment>(maxAttachmentsAsked, async (ids) => {
  const { result } = await call(listAttachments, { query: { ids: ids.join(',') } })
  return new Map(result.map((attachment) => [attachment._id, attachment]))
})

/** Reads one attachment, which never changes; null for one that was deleted or may not be seen. */
export function attachmentQuery(id: string) {
  return queryOptions({
    queryKey: ['attachments', id],
    queryFn: async () => (await findAttachment(id)) ?? null,
    staleTime: ({ state }) => (state.data ? Infinity : 10_000),
  })
}

/**
 * Returns the attachments of a bug, oldest first; none until they are loaded.
 * @param under a key that is invalidated after changes of the bug's texts and comments
 */
export function useBugAttachments(bugId: string, under: QueryKey): readonly Attachment[] {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [...under, 'attachments'],
    queryFn: async ({ signal }) => {
      const { result } = await call(listBugAttachments, { params: { bugId }, signal })
      // The texts that refer to them need no request of their own, and know the sizes from the start.
      for (const attachment of result) client.setQueryData(attachmentQuery(attachment._id).queryKey, attachment)
      return result
    },
  })
  return data ?? none
}

const none: readonly Attachment[] = []
