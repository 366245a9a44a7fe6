import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { bugListQuery, mostOfWork, untriagedQuery, workQueries } from '#web/features/bugs/public.ts'
import { useNotifications } from '#web/features/notifications/public.ts'
import { recentBugs } from '#web/lib/recent-bugs.ts'
import { useSession } from '#web/lib/session/session.ts'
import { waitingOf } from './waiting-of.ts'
import type { WorkList } from './work-list.ts'

/**
 * Reads all lists at once. They are read again when somebody comes back to the window.
 * @param isClassifier whether the queue of untriaged bugs is theirs, too
 */
export function useWork(isClassifier: boolean) {
  const assigned = useBugs(workQueries.assigned)
  const reported = useBugs(workQueries.reported)
  const queue = useBugs(untriagedQuery, isClassifier)
  const recent = useRecent()
  const { notifications, error, retry } = useNotifications()
  const news = (isAnswer: boolean) => {
    const items = notifications?.result.filter(({ last }) => (last.kind === 'comment-added') === isAnswer)
    return { items, total: items?.length ?? 0, error, retry }
  }
  const lists = {
    assigned,
    reported,
    untriaged: isClassifier ? queue : undefined,
    recent,
    waiting: waitingOf(news(true), useBugs(workQueries.waiting)),
    followed: news(false),
  }
  return { ...lists, isComing: Object.values(lists).some((list) => list && !list.items && !list.error) }
}

function useBugs(query: ReturnType<typeof bugListQuery>, isAsked = true): WorkList<BugListItem> {
  const { data, error, failureReason, refetch } = useQuery({
    ...query,
    enabled: isAsked,
    refetchOnWindowFocus: 'always',
  })
  return {
    items: data?.result,
    total: data?.pagination.totalCount ?? 0,
    // What is tried again must not hold back the rest.
    error: error ?? (data ? null : failureReason),
    retry: () => void refetch(),
  }
}

/** Returns the bugs that were last viewed in this browser, as they are now. */
function useRecent(): WorkList<BugListItem> {
  const { userId } = useSession()
  const [ids] = useState(() =>
    (userId === undefined ? [] : recentBugs(userId)).slice(0, mostOfWork).map(({ _id }) => _id),
  )
  const words = ids.map(shortId).join(' OR ')
  // A bug whose text holds such an id is found too, and left out.
  const found = useBugs(bugListQuery({ keywords: ids.length > 1 ? `(${words})` : words, pageSize: 25 }), ids.length > 0)
  const items = ids.flatMap((id) => found.items?.filter(({ _id }) => _id === id).map(withoutMatches) ?? [])
  return { ...found, items: ids.length === 0 || found.items ? items : undefined, total: items.length }
}

function withoutMatches({ matches: _, ...bug }: BugListItem): BugListItem {
  return bug
}
