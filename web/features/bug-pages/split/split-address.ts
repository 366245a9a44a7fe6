import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { type ListSearch, parseListSearch } from '#web/features/bugs/public.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { paths } from '#web/lib/paths.ts'
import { useSplitChoice } from './split-choice.ts'

type RawSearch = Readonly<Record<string, unknown>>

/** Says in the address of a bug's page that the list stands beside it, whose search the address holds then. */
export const splitMark = { split: 'true' } as const

/** Returns whether an address asks for the list beside the bug. */
export function saysSplit(search: RawSearch): boolean {
  return String(search['split']) === splitMark.split
}

/** Returns the address of a bug beside a list, without the place where that shows it. */
export function splitSearch(list: ListSearch, page?: number): RawSearch {
  return { ...(page === undefined ? list : atPage(list, page)), ...splitMark }
}

/**
 * Returns the bug that the list stands beside; undefined for a list by itself. `isLeft` while the address, which is
 * another one already, says nothing of the list any more.
 */
export function useBesideBug(): { beside: string | undefined; isLeft: boolean } {
  const { bugId }: { bugId?: string } = useParams({ strict: false })
  const says = saysSplit(useSearch({ strict: false }))
  return { beside: says ? bugId : undefined, isLeft: bugId !== undefined && !says }
}

/**
 * Returns how a bug of the list is opened. In split view it is shown beside the list; going from one bug to the next
 * replaces the address, so that Back leads out of a long queue at once, and Forward to its last bug.
 */
export function useOpenFromList(): (bugId: string, hash?: string) => void {
  const navigate = useNavigate()
  const router = useRouter()
  const { isOffered, isOn } = useSplitChoice()
  return (bugId, hash = '') => {
    const { pathname, search } = router.state.location
    const to = paths.viewBug(bugId)
    const isBeside = saysSplit(search)
    if (!isOffered || !(isBeside || (isOn && pathname === paths.bugList))) return void navigate({ to, hash })
    void navigate({
      to,
      hash,
      search: splitSearch(parseListSearch(search)),
      replace: isBeside,
      resetScroll: false,
    })
  }
}
