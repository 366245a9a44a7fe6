import { useQuery } from '@tanstack/react-query'
import { standardViews, type View } from '#shared/views/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { viewsQuery } from '#web/lib/views-query.ts'
import { viewQuery } from './view-queries.ts'

/** All views that the reader has; none for those who may not see bugs, and until they are known. */
export function useViews(): readonly View[] {
  const mayView = useSession().has('canViewData')
  const { data } = useQuery({ ...viewsQuery, enabled: mayView })
  return (mayView && data) || []
}

/** The view that an address names. */
export interface OpenView {
  /** `gone`: it is private to somebody else, was deleted, or never was. `failed`: nobody could say. */
  readonly state: 'none' | 'loading' | 'open' | 'gone' | 'failed'
  readonly view?: View
  /** It has not been read yet: what its reader decided about it is not known. */
  readonly isComing?: true
  readonly error?: unknown
  readonly retry: () => void
}

/** Reads the view that an address names. */
export function useOpenView(viewId: string | undefined): OpenView {
  const list = useQuery({ ...viewsQuery, enabled: viewId !== undefined })
  const listed = list.data?.find((view) => view._id === viewId)
  const one = useQuery({ ...viewQuery(viewId ?? ''), enabled: viewId !== undefined && !listed })
  const retry = () => void one.refetch()
  if (viewId === undefined) return { state: 'none', retry }
  const view = listed ?? (one.isError ? undefined : one.data)
  if (view) return { state: 'open', view, retry }
  if (!one.isError) {
    const standard = standardView(viewId)
    return standard ? { state: 'open', view: standard, isComing: true, retry } : { state: 'loading', retry }
  }
  const isGone = one.error instanceof CallError && one.error.status >= 400 && one.error.status < 500
  return { state: isGone ? 'gone' : 'failed', error: one.error, retry }
}

/** One of the views that everybody has, whose search is known before anybody is asked. */
function standardView(viewId: string): View | undefined {
  const standard = standardViews.find(({ _id }) => _id === viewId)
  return standard && { ...standard, isShared: true, isPinned: false, tells: 'off', abilities: { edit: false } }
}
