import { type RefObject, useEffect, useRef } from 'react'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { focusInSight } from '#web/lib/return-focus.ts'
import type { ListSearchState } from '../filter/use-list-search.ts'
import type { BugPage } from './use-bug-list.ts'

interface Turning {
  /** The search that was left. */
  readonly from: ListSearch
  /** The number of the page on its way, from 1. */
  readonly to: number
  /** The card that gets the focus when it is there. */
  readonly card: 'first' | 'last'
}

/**
 * The keys that turn the list's pages. The focus is on the first card of the new page, or on the last one for who came
 * backwards over its end.
 * @param stop selector of what takes the focus: one element of each card
 * @returns turns to the next or the previous page, for who moves past the end of this one; false when there is none
 */
export function useTurnPage(
  list: RefObject<HTMLElement | null>,
  stop: string,
  {
    search,
    page,
    onShow,
    hasKeys,
  }: { search: ListSearch; page: BugPage; onShow: ListSearchState['show']; hasKeys: boolean },
): (step: 1 | -1) => boolean {
  const turning = useRef<Turning>(undefined)
  const asked = search.pageNumber ?? 1
  const { totalPages } = page.pagination

  function turn(step: 1 | -1, card: Turning['card']): boolean {
    // A key that is held down must not leave pages out.
    if (turning.current) return true
    const to = asked + step
    if (to < 1 || to > totalPages) return false
    turning.current = { from: search, to, card }
    // The card that gets the focus says where the page is scrolled to.
    onShow(atPage(search, to), { resetScroll: false })
    return true
  }

  useEffect(() => {
    const { current } = turning
    if (!current || search === current.from) return
    const isThere = page.state === 'loaded' && asked === current.to
    if (isThere) {
      const stops = [...(list.current?.querySelectorAll<HTMLElement>(stop) ?? [])]
      const card = stops.at(current.card === 'first' ? 0 : -1)
      if (card) focusInSight(card)
    }
    const isOnItsWay = asked === current.to && (page.state === 'paging' || page.state === 'loading')
    if (!isOnItsWay) turning.current = undefined
  })

  useActions([
    {
      id: 'list.next-page',
      label: 'Next page',
      group: 'List',
      keys: 'n',
      isEnabled: hasKeys && asked < totalPages,
      run: () => turn(1, 'first'),
    },
    {
      id: 'list.previous-page',
      label: 'Previous page',
      group: 'List',
      keys: 'Shift+N',
      isEnabled: hasKeys && asked > 1 && totalPages > 1,
      run: () => turn(-1, 'first'),
    },
  ])
  return (step) => turn(step, step === 1 ? 'first' : 'last')
}
