import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ListSearch } from '#web/features/bugs/public.ts'

/** Pixels of the neighbouring rows that stay in sight. */
const margin = 48

/** Where the list of a search was scrolled to before it was laid out anew. */
let last: { readonly key: string; readonly top: number } | undefined

/**
 * Marks the row of the bug that is shown beside the list, and keeps it in sight. It is marked from outside, because the
 * rows are remembered: none of them renders for it.
 * @param bugId undefined without a list beside a bug
 */
export function useCurrentRow(
  list: RefObject<HTMLElement | null>,
  isSplit: boolean,
  bugId: string | undefined,
  { search, isLoaded }: { search: ListSearch; isLoaded: boolean },
): void {
  const shown = useRef<ListSearch>(undefined)
  useLayoutEffect(() => {
    if (!isSplit) return
    const current = rowOf(list.current, bugId)
    for (const link of list.current?.querySelectorAll('.bug-card-link[aria-current]') ?? []) {
      if (link !== current) link.removeAttribute('aria-current')
    }
    current?.setAttribute('aria-current', 'true')
  })
  useLayoutEffect(() => {
    const place = list.current
    if (!isSplit || !place) return
    return () => void (last = { key: JSON.stringify(search), top: scrollerIn(place)?.scrollTop ?? 0 })
  }, [list, isSplit, search])
  useLayoutEffect(() => {
    const scroller = scrollerIn(list.current)
    if (!isSplit || !isLoaded || !scroller) return
    const isComingBack = shown.current === undefined && last?.key === JSON.stringify(search)
    if (shown.current !== search) scroller.scrollTop = isComingBack ? (last?.top ?? 0) : 0
    shown.current = search
    const row = rowOf(list.current, bugId)?.closest('li')
    if (!row) return
    // Before the next paint, when all that changes with it has its place: so the page is laid out once.
    const frame = requestAnimationFrame(() => bringInSight(row, scroller))
    return () => cancelAnimationFrame(frame)
  }, [list, isSplit, bugId, search, isLoaded])
}

function bringInSight(row: Element, scroller: Element): void {
  const [box, place] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
  const above = box.top + margin - place.top
  const below = place.bottom + margin - box.bottom
  if (above > 0) scroller.scrollTop -= above
  else if (below > 0) scroller.scrollTop += below
}

function rowOf(list: HTMLElement | null, bugId: string | undefined): HTMLElement | null {
  if (bugId === undefined) return null
  return list?.querySelector<HTMLElement>(`[data-bug="${CSS.escape(bugId)}"] .bug-card-link`) ?? null
}

const scrollerIn = (list: HTMLElement | null) => list?.querySelector('ul.cards')
