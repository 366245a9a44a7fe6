import { type RefObject, useEffect } from 'react'

/**
 * The list's keys: j and k or the arrows move between its links, / goes to the keywords. Nothing happens while
 * somebody types or a menu is open; the arrows scroll as usual until a card has the focus.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  keywords: RefObject<HTMLInputElement | null>,
  isOn: boolean,
): void {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
      if (event.key === '/') {
        keywords.current?.focus()
        keywords.current?.select()
      } else if (!move(event.key, list.current)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, keywords, isOn])
}

function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [aria-haspopup]') !==
      null
  )
}

/** Moves the focus between the cards' links; false when the key is none of ours. */
function move(key: string, list: HTMLElement | null): boolean {
  const links = [...(list?.querySelectorAll<HTMLElement>('.bug-card-link') ?? [])]
  const card = document.activeElement?.closest('.bug-card')
  const current = links.findIndex((link) => card?.contains(link))
  if (key.startsWith('Arrow') && current === -1) return false
  const step = key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : 0
  if (step === 0 || links.length === 0) return false
  links[current === -1 ? 0 : Math.min(Math.max(current + step, 0), links.length - 1)]?.focus()
  return true
}
