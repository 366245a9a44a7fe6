import { useEffect, useState } from 'react'

/** What was typed for the palette before it was there. */
export interface TypedAhead {
  readonly words: string
  /** With Enter at the end. */
  readonly isSent: boolean
}

const nothing: TypedAhead = { words: '', isSent: false }

/**
 * Keeps what is typed while the palette is still on its way: otherwise the first letters would be lost, or be taken for
 * the page's own keys.
 * @param isAwaited it was asked for and isn't there
 * @param onCancel Escape was pressed
 */
export function useTypedAhead(isAwaited: boolean, isShown: boolean, onCancel: () => void): TypedAhead {
  const [typed, setTyped] = useState(nothing)
  if (!isShown && typed !== nothing) setTyped(nothing)

  useEffect(() => {
    if (!isAwaited) return
    function onKeyDown(event: KeyboardEvent) {
      const { key } = event
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Escape') onCancel()
      else if (key === 'Enter') setTyped(({ words }) => ({ words, isSent: words !== '' }))
      else if (key === 'Backspace') setTyped(({ words }) => ({ words: words.slice(0, -1), isSent: false }))
      else if (key.length === 1) setTyped(({ words }) => ({ words: words + key, isSent: false }))
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before anybody else.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  })
  return typed
}
