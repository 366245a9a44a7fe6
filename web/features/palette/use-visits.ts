import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { routePatterns } from '#shared/site/screens.ts'
import { bugQuery } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { dropRecentBug, noteRecentBug } from '#web/lib/recent-bugs.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Records the bugs whose pages are opened, from what the page itself reads, without a request. */
export function useVisits(): void {
  const { userId } = useSession()
  // Around the screens there is no screen whose parameters could be read.
  const bugId = useRouterState({
    select: ({ matches }) => {
      const last = matches.at(-1)
      const params: { bugId?: string } = last?.fullPath === routePatterns.viewBug ? last.params : {}
      return params.bugId ?? ''
    },
  })
  const { data: title, error } = useQuery({ ...bugQuery(bugId), enabled: false, select: (bug) => bug.title })
  const isGone = error instanceof CallError && error.code === 'not-found'
  useEffect(() => {
    if (userId === undefined || bugId === '') return
    if (isGone) dropRecentBug(userId, bugId)
    else if (title !== undefined) noteRecentBug(userId, { _id: bugId, title })
  }, [userId, bugId, title, isGone])
}
