import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  defaultTimelineLength,
  listTimeline,
  type TimelineFilter,
  viewBugAsOf,
  viewChange,
} from '#shared/history/contract.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { joined, lengthToRead, sharing, startOf, type Timeline } from './timeline-pages.ts'

/** Keys of what is cached about the history of a bug; all of them begin with `bugKeys.history`. */
export const timelineKeys = {
  lists: (bugId: string) => [...bugKeys.history(bugId), 'list'],
  list: (bugId: string, filter: TimelineFilter) => [...bugKeys.history(bugId), 'list', filter],
  change: (bugId: string, entryId: string) => [...bugKeys.history(bugId), 'change', entryId],
  asOf: (bugId: string, entryId: string) => [...bugKeys.history(bugId), 'as-of', entryId],
} as const

/** The end of a bug's timeline; read again, it reaches back as far as it did before. */
export function timelineQuery(client: QueryClient, bugId: string, filter: TimelineFilter) {
  const queryKey = timelineKeys.list(bugId, filter)
  const known = () => client.getQueryData<Timeline>(queryKey)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Timeline> => {
      const start = startOf(known())
      let read: Timeline = { entries: [], more: true }
      do {
        const limit = lengthToRead(known(), read)
        const { result, more } = await readBefore(bugId, filter, startOf(read), limit, signal)
        read = { entries: [...result, ...read.entries], more: more && result.length > 0 }
      } while (start !== undefined && read.more && (startOf(read) ?? 0) > start)
      return joined(known(), read)
    },
    structuralSharing: (old, young) => sharing(old as Timeline | undefined, young as Timeline),
  })
}

/** Entries before the first one that was known when they were asked for. */
interface Earlier extends Timeline {
  readonly before: number
}

/** Reads some entries before the first known one. */
export async function readEarlier(
  client: QueryClient,
  bugId: string,
  filter: TimelineFilter,
  limit = defaultTimelineLength,
): Promise<Earlier> {
  const before = startOf(client.getQueryData<Timeline>(timelineKeys.list(bugId, filter))) ?? 0
  const { result: entries, more } = await readBefore(bugId, filter, before, limit)
  return { entries, more, before }
}

/** Puts earlier entries where they belong. */
export function withEarlier(
  client: QueryClient,
  bugId: string,
  filter: TimelineFilter,
  { before, entries, more }: Earlier,
): void {
  client.setQueryData<Timeline>(timelineKeys.list(bugId, filter), (known) =>
    known && startOf(known) === before ? { entries: [...entries, ...known.entries], more } : known,
  )
}

/** One entry with its texts before and after. */
export function changeQuery(bugId: string, entryId: string) {
  return queryOptions({
    queryKey: timelineKeys.change(bugId, entryId),
    queryFn: async ({ signal }) => (await call(viewChange, { params: { bugId, entryId }, signal })).result,
  })
}

/** A bug as it was right after an entry. */
export function bugAsOfQuery(bugId: string, entryId: string) {
  return queryOptions({
    queryKey: timelineKeys.asOf(bugId, entryId),
    queryFn: async ({ signal }) => (await call(viewBugAsOf, { params: { bugId, entryId }, signal })).result,
  })
}

async function readBefore(
  bugId: string,
  filter: TimelineFilter,
  before: number | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<{ result: TimelineEntry[]; more: boolean }> {
  const query = { filter, before: before?.toString(), limit: limit.toString() }
  return call(listTimeline, { params: { bugId }, query, ...(signal && { signal }) })
}
