import { type RefObject, useEffect, useRef } from 'react'
import { focusInSight, useReturnFocus } from '#web/lib/return-focus.ts'
import type { BugPage } from './use-bug-list.ts'
import { followingInWalk } from './current-walk.ts'

/**
 * Who comes back to the list from a bug goes on from its card: that has the focus. Where the bug has left the list
 * meanwhile, because it was dealt with, the card of the one that followed on it has. Beside a bug it is that bug's.
 */
export function useReturnToCard(
  list: RefObject<HTMLElement | null>,
  { state, isFetching }: BugPage,
  isBeside: boolean,
): void {
  /** The bug that somebody comes back from, until the list is there as it is now. */
  const left = useRef<string>(undefined)

  const isOver = state === 'failed' || state === 'impossible'

  function cardOfReturn(): HTMLElement | undefined {
    const { current: bugId } = left
    if (bugId === undefined) return undefined
    for (const id of [bugId, ...followingInWalk(bugId)]) {
      const link = list.current?.querySelector<HTMLElement>(`[data-bug="${CSS.escape(id)}"] .bug-card-link`)
      if (link) return link
    }
    return undefined
  }

  useReturnFocus((from) => {
    if (isBeside) return undefined
    left.current = bugIdIn(from)
    const card = cardOfReturn()
    // Nothing is to come that could be the list as it is now; whatever comes later must not move the focus.
    if (isOver || (state === 'loaded' && !isFetching)) left.current = undefined
    return card
  })
  useEffect(() => {
    if (isOver) left.current = undefined
    if (left.current === undefined || state !== 'loaded') return
    // The list came later than the screen, or was read again without that bug. Not when something else has the focus.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches('h1')) {
      const card = cardOfReturn()
      if (card) focusInSight(card)
    }
    if (!isFetching) left.current = undefined
  })
}

/** The bug that a path is about: its page, or one of the screens that change it. */
function bugIdIn(path: string): string | undefined {
  return /^\/page\/bugs\/.*\b([0-9a-f]{24})\/?$/.exec(path)?.[1]
}
