import { useQuery, useQueryClient } from '@tanstack/react-query'
import { timelineQuery } from '#web/features/history/public.ts'

/** The last entry of a bug's whole timeline, once that is shown; nothing is read for it. */
export function useLastEntry(bugId: string): string | undefined {
  const client = useQueryClient()
  const { data } = useQuery({ ...timelineQuery(client, bugId, 'all'), enabled: false })
  // Entries that the server has not numbered yet are none that it can be told of.
  return data?.entries.findLast(({ _id }) => /^\d+$/.test(_id))?._id
}
