import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Attachment, listBugAttachments } from '#shared/attachments/contract.ts'
import { call } from '#web/lib/call.ts'
import { attachmentQuery } from './file-source.ts'

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
