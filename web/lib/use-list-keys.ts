import { type RefObject, useEffect } from 'react'

/** What a list's keys move between. */
interface Items {
  /** Selector of what takes the focus: one element of each item. */
  readonly stop: string
  /** Selector of the whole item around it; the stop itself when left out. */
  readonly item?: string
}

/**
 * A list's keys: j and k or the arrows move between its items, / goes to the keywords. Nothing happens while somebody
 * types or a menu is open; the arrows scroll as usual until an item has the focus.
 * @param items the same object at every call
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  keywords: RefObject<HTMLInputElement | null>,
  items: Items,
  isOn: boolean,
): void {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
      if (event.key === '/') {
        keywords.current?.focus()
        keywords.current?.select()
      } else if (!move(event.key, list.current, items)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, keywords, items, isOn])
}

function isTaken(target: EventTarget | null): boolean {
  const takers = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], dialog, [aria-haspopup]'
  return target instanceof Element && target.closest(takers) !== null
}

/** Moves the focus between the items, from the selected one when none has it; false when the key is none of ours. */
function move(key: string, list: HTMLElement | null, { stop, item = stop }: Items): boolean {
  const stops = [...(list?.querySelectorAll<HTMLElement>(stop) ?? [])]
  const focused = document.activeElement?.closest(item)
  const current = stops.findIndex((one) => focused?.contains(one))
  if (key.startsWith('Arrow') && current === -1) return false
  const step = key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : 0
  if (step === 0 || stops.length === 0) return false
  const from = current === -1 ? stops.findIndex((one) => one.hasAttribute('aria-current')) : current
  stops[from === -1 ? 0 : Math.min(Math.max(from + step, 0), stops.length - 1)]?.focus()
  return true
}
