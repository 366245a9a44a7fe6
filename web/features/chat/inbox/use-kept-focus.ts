import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus on a row of a list that is reordered: browsers remove it from an element that moves. If the row
 * leaves the list, the row in its position takes the focus.
 * @param order names the rows in order, by the value of their `data-conversation`
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const focused = useRef<{ id: string; index: number }>(undefined)
  const key = order.join()
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const note = ({ target }: FocusEvent) => {
      const id = target instanceof HTMLElement ? target.dataset['conversation'] : undefined
      if (id !== undefined) focused.current = { id, index: rowsOf(element).findIndex((row) => row === target) }
    }
    const forget = ({ relatedTarget }: FocusEvent) => {
      // An element that moves loses the focus to nothing.
      if (relatedTarget) focused.current = undefined
    }
    element.addEventListener('focusin', note)
    element.addEventListener('focusout', forget)
    return () => {
      element.removeEventListener('focusin', note)
      element.removeEventListener('focusout', forget)
    }
  }, [list])
  useLayoutEffect(() => {
    const before = focused.current
    if (!list.current || !before || document.activeElement !== document.body) return
    const rows = rowsOf(list.current)
    const row = rows.find(({ dataset }) => dataset['conversation'] === before.id) ?? rows[before.index] ?? rows.at(-1)
    row?.focus({ preventScroll: true })
  }, [list, key])
}

function rowsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-conversation]')]
}
