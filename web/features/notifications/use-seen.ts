import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { seeBug } from '#shared/following/contract.ts'
import { call } from '#web/lib/call.ts'
import { viewsQuery } from '#web/lib/views-query.ts'
import { keepSeen, notificationsQuery } from './notification-queries.ts'

/**
 * Reports that a bug is seen up to an entry of its timeline, while a page shows that entry and somebody looks at it: what they were
 * told of it, and what a view may tell later. Nothing is sent where there can be neither.
 * @param entryId the last entry that is shown; undefined until there is one
 */
export function useSeen(bugId: string, entryId: string | undefined): void {
  const client = useQueryClient()
  const isLookedAt = useSyncExternalStore(subscribe, isPageLookedAt)
  const { data: notifications } = useQuery({ ...notificationsQuery, enabled: false })
  const { data: views } = useQuery({ ...viewsQuery, enabled: false })
  const { result = [], total = 0 } = notifications ?? {}
  const own = result.find(({ bug }) => bug._id === bugId)
  // A list that was cut may go on with this bug, and a bulk change may be about it too.
  const mayHide = total > result.length || result.some(({ bulk }) => bulk)
  const isTold = own !== undefined || mayHide
  const isToldLater = views?.some(({ tells }) => tells !== 'off')
  /** What a view may tell later needs to be said once. */
  const said = useRef('')
  const lastId = own?.last._id
  useEffect(() => {
    if (!isLookedAt || entryId === undefined || !(isTold || (isToldLater && said.current !== entryId))) return
    said.current = entryId
    call(seeBug, { params: { bugId }, body: { entryId } }).then(
      // The rest may be newer than what the page shows; the server has told so, or will.
      ({ total }) => {
        if (isTold && (lastId === undefined || Number(lastId) <= Number(entryId))) keepSeen(client, bugId, total)
      },
      // Not seen, then: the next visit says so again.
      () => undefined,
    )
  }, [client, bugId, entryId, lastId, isTold, isToldLater, isLookedAt])
}

/** Several windows can be seen at once; somebody works in the one that has the keyboard. Where fingers point there is only one. */
const isPageLookedAt = () =>
  document.visibilityState === 'visible' && (document.hasFocus() || window.matchMedia('(hover: none)').matches)

const changes = [
  [document, 'visibilitychange'],
  [window, 'focus'],
  [window, 'blur'],
] as const

function subscribe(listener: () => void): () => void {
  for (const [target, event] of changes) target.addEventListener(event, listener)
  return () => {
    for (const [target, event] of changes) target.removeEventListener(event, listener)
  }
}
