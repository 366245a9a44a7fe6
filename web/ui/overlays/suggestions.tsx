import { type Key, type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { LatePopover } from './late-popups.tsx'
import type { Anchor } from './popup-props.ts'
import './popups.css'
import './suggestions.css'

/**
 * Shows what may be put into the text that is being typed. The field keeps the focus and handles the keys by
 * `suggestionKey`.
 *
 * The choice is our own code, because the library's combobox takes the whole text of its field for the choice, and is
 * 46 kB that would have to be there before the field is.
 */
export function Suggestions<Item>({
  id,
  label,
  anchor,
  items,
  current,
  keyOf,
  onPoint,
  onPick,
  onClose,
  children,
}: {
  id: string
  label: string
  anchor: Anchor
  items: readonly Item[]
  /** Index of the chosen one; -1 for none. */
  current: number
  keyOf: (item: Item) => Key
  onPoint: (index: number) => void
  onPick: (item: Item) => void
  onClose: () => void
  children: (item: Item) => ReactNode
}) {
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const list = { id, role: 'listbox', 'aria-label': label, className: 'suggestions' } as const
  const options = items.map((item, index) => (
    <button
      key={keyOf(item)}
      type="button"
      tabIndex={-1}
      role="option"
      id={`${id}-${index}`}
      aria-selected={index === current}
      className="suggestion"
      onPointerMove={() => onPoint(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(item)}
    >
      {children(item)}
    </button>
  ))
  const plain = (
    <div {...list} className="popup suggestions suggestions-plain">
      {options}
    </div>
  )
  return (
    <LatePopover
      plain={plain}
      coming={null}
      part={{ ...list, anchor, initialFocus: false, onClose, children: options }}
    />
  )
}

/** Handles a key of a field with suggestions: the arrows choose, Enter and Tab take what is chosen, Escape closes. */
export function suggestionKey(
  event: KeyboardEvent,
  {
    count,
    current,
    onMove,
    onPick,
    onClose,
  }: {
    count: number
    current: number
    onMove: (index: number) => void
    onPick: (index: number) => void
    onClose: () => void
  },
): void {
  const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event
  if (count === 0 || nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return
  if (key === 'ArrowDown') onMove((current + 1) % count)
  else if (key === 'ArrowUp') onMove(current <= 0 ? count - 1 : current - 1)
  else if (key === 'Escape') onClose()
  else if ((key === 'Enter' || key === 'Tab') && current >= 0) onPick(current)
  else return
  event.preventDefault()
  event.stopPropagation()
}
