import { type RefObject, useEffect } from 'react'

/**
 * The list's keys: j and k or the arrows move between its rows, / goes to the keywords. Nothing happens while somebody
 * types or a menu is open; the arrows scroll as usual until a row has the focus.
 */
export function useInboxKeys(
  list: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
  isOn: boolean,
): void {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
      if (event.key === '/') field.current?.select()
      else if (!move(event.key, list.current)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, field, isOn])
}

/** Where the focus goes from a conversation: its row, or the first one. */
export function focusRow(conversationId: string): void {
  const row = document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(conversationId)}"]`)
  ;(row ?? document.querySelector<HTMLElement>('[data-conversation], .inbox-list h1'))?.focus()
}

function isTaken(target: EventTarget | null): boolean {
  const takers = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], dialog, [aria-haspopup]'
  return target instanceof Element && target.closest(takers) !== null
}

/** Moves the focus between the rows; false when the key is none of ours. */
function move(key: string, list: HTMLElement | null): boolean {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-conversation]') ?? [])]
  const current = rows.findIndex((row) => row === document.activeElement)
  if (key.startsWith('Arrow') && current === -1) return false
  const step = key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : 0
  if (step === 0 || rows.length === 0) return false
  const selected = rows.findIndex((row) => row.hasAttribute('aria-current'))
  const from = current === -1 ? selected : current
  rows[from === -1 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1)]?.focus()
  return true
}
